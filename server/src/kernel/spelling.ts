/** Returns the Levenshtein distance: insertions, deletions and replacements. */
function distance(one: string, two: string): number {
  let row = Array.from({ length: two.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (let j = 0; j < two.length; j += 1) {
      const replaced = (row[j] as number) + (letter === two[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    row = next;
  }
  return row.at(-1) as number;
}

/** Returns the known word with the fewest typos, regardless of case; undefined when all have more than `maxTypos`. */
export function nearestWord(word: string, known: Iterable<string>, maxTypos: number): string | undefined {
  const [nearest] = [...known]
    .map((candidate) => ({ candidate, typos: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ typos }) => typos <= maxTypos)
    .sort((a, b) => a.typos - b.typos);
  return nearest?.candidate;
}
