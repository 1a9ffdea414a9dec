/** The content of a page, as the server answers `ishi/page`. */

/** A place in the text: a line from 0, and in SGF also a character. */
export interface Spot {
  line: number;
  character?: number;
}

/** A move in the picture of a figure, in thousandths of its width and height. */
export interface Move extends Spot {
  x: number;
  y: number;
}

/** An element of a page. Without a line it stands for the whole event. */
export interface Part extends Partial<Spot> {
  key: string;
  /** The element; missing if the page has it already. */
  html?: string;
  moves?: Move[];
}

export interface Article extends Spot {
  parts: Part[];
}

export interface Content {
  /** The title of the only event. */
  title: string | null;
  articles: Article[];
}

/** The keys of all elements. */
export const keysOf = ({ articles }: Content): string[] => articles.flatMap(({ parts }) => parts.map(({ key }) => key));

/** A spot as one number, so that places can be compared and be between two lines. */
export const numberOf = ({ line, character = 0 }: Spot): number => line + Math.min(character, 99_999) / 100_000;
