import type { Board, Color } from './protocol.ts';

/** The number and the color of the move that is played next: one that is still without its point, or else the one after. */
export function moveToPlay({ move, next }: Board): { number: number; color: Color } | null {
  return move?.location === '?' && move.number !== null ? { number: move.number, color: move.color } : next;
}
