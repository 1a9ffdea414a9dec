/** The tools of a board, of which one is chosen, and the commands that edit the record. */
import type { EditCommand, FromView, Scene } from '../protocol.ts';
import { connectPalette } from './menu.ts';
import type { Parts } from './parts.ts';

/** Whether a command is possible at the item that is shown, as far as the server says so. */
export function isPossible(command: EditCommand, scene: Scene | undefined): boolean {
  return scene?.can.includes(command === 'ishi.pass' ? 'ishi.play' : command) ?? true;
}

export class Tools {
  readonly #parts: Parts;
  readonly #say: (message: FromView) => void;
  #chosen = 'play';

  constructor(parts: Parts, say: (message: FromView) => void) {
    this.#parts = parts;
    this.#say = say;
    for (const command of ['undo', 'redo'] as const) {
      parts.onClick(command, () => say({ type: 'history', command }));
      // They work on the editor that has the focus, which a click on a button would take while the one before is under way.
      parts.get(command).addEventListener('mousedown', (event) => event.preventDefault());
    }
    for (const button of parts.all('[data-tool]')) {
      button.addEventListener('click', () => this.choose(button.dataset['tool'] ?? 'play'));
    }
    for (const button of parts.all('[data-command]')) {
      button.addEventListener('click', () => this.make(button.dataset['command'] as EditCommand));
    }
    connectPalette(parts.get('tools'), parts.get('palette'), () => this.choose('play'));
    this.choose('play');
  }

  get chosen(): string {
    return this.#chosen;
  }

  choose(tool: string): void {
    this.#chosen = tool;
    for (const button of this.#parts.all('[data-tool]')) {
      button.setAttribute('aria-pressed', String(button.dataset['tool'] === tool));
    }
    // Only a stone that is played has a ghost.
    this.#parts.get('board').classList.toggle('plays', tool === 'play');
  }

  /** Shows what is possible. Who tries what is faint learns why it is not. */
  show(scene: Scene | undefined): void {
    for (const { dataset } of this.#parts.all('[data-command]')) {
      const command = dataset['command'] as EditCommand;
      this.#parts.enable(`[data-command="${command}"]`, isPossible(command, scene));
    }
    this.#parts.enable('[data-tool="erase"]', scene?.marked.length !== 0);
    this.#parts.enable('[data-tool="black"], [data-tool="white"]', isPossible('ishi.setup', scene));
  }

  make(command: EditCommand, more: object = {}): void {
    this.#say({ type: 'hand', command, more });
  }

  /** Puts a move, a stone or a mark on a point, with this tool or the chosen one. */
  put(point: string, tool = this.#chosen, label = this.#parts.get<HTMLInputElement>('label').value): void {
    switch (tool) {
      case 'play':
        return this.make('ishi.play', { point });
      case 'black':
      case 'white':
        return this.make('ishi.setup', { point, color: tool });
      case 'label':
        return this.make('ishi.mark', { point, mark: 'label', label });
      default:
        return this.make('ishi.mark', { point, mark: tool });
    }
  }
}
