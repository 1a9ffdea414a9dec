/** A state of the gallery. */
export interface State {
  name: string;
  size: [number, number];
  text: string;
  line: number;
  language?: string;
  theme?: string;
  options?: object;
  /** Whether the position is searched before. */
  finds?: boolean;
}
export const STATES: State[];
