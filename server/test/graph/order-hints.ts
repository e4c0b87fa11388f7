/**
 * Order hints of Planner ("Using order hints in Planner"). A client writes `<previous hint> <next hint>!`; the service
 * responds with a short hint that sorts between the two.
 */
import { badRequest } from './errors.ts';

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

/**
 * Returns a text that sorts after `previous` and before `next`. An empty text stands for the beginning or the end of
 * the list.
 */
function hintBetween(previous: string, next: string): string {
  const low = (index: number): number => (index < previous.length ? DIGITS.indexOf(previous[index]!) : 0);
  const isBounded = next !== '';
  const high = (index: number): number => (index < next.length ? DIGITS.indexOf(next[index]!) : 0);
  let hint = '';
  let isBelow = !isBounded;
  for (let index = 0; ; index += 1) {
    const from = low(index);
    const to = isBelow ? DIGITS.length : high(index);
    if (to - from > 1) return hint + DIGITS[Math.floor((from + to) / 2)];
    hint += DIGITS[from];
    if (to > from) isBelow = true;
  }
}

const invalid = (hint: string): Error =>
  badRequest(`The order hint '${hint}' does not have the correct format.`);

/**
 * Returns the hint that the service calculates.
 * @param siblings the hints of the other items of the list
 * @param given the hint of the client; null or undefined puts the item first, as Planner does with new ones
 */
export function orderHintFor(siblings: readonly string[], given: string | null | undefined): string {
  const sorted = siblings.toSorted((one, other) => (one < other ? -1 : 1));
  if (given === null || given === undefined) return hintBetween('', sorted[0] ?? '');
  if (!/^[ -~]* [ -~]*!$/.test(given)) throw invalid(given);
  const [previous = '', next = ''] = given.slice(0, -1).split(' ');
  if (given.slice(0, -1).split(' ').length !== 2) throw invalid(given);
  for (const named of [previous, next]) if (named !== '' && !sorted.includes(named)) throw invalid(given);
  if (previous !== '' && next !== '' && previous >= next) throw invalid(given);
  // Others may have added items between the two, or after the client's last item.
  const upper = next === '' ? (sorted.find((hint) => hint > previous && previous !== '') ?? '') : next;
  return hintBetween(previous, previous === '' && next === '' ? (sorted[0] ?? '') : upper);
}

/**
 * Returns the hints of new items that one call orders among themselves. The client may compose the hint of an item from
 * the hints of earlier items. The given hints are sorted as strings.
 */
export function orderHintsAmong(given: ReadonlyMap<string, string | undefined>): Map<string, string> {
  for (const hint of given.values()) {
    if (hint !== undefined && !/^[ -~]* [ -~]*!$/.test(hint)) throw invalid(hint);
  }
  const sorted = [...given].toSorted(([, one = ''], [, other = '']) => (one < other ? -1 : 1));
  const hints = new Map<string, string>();
  let last = '';
  for (const [key] of sorted) {
    last = hintBetween(last, '');
    hints.set(key, last);
  }
  return hints;
}
