/**
 * What the work comes to, unless it takes longer than that: the work is not stopped, and whatever comes of it then
 * is nobody's.
 * @throws what `tooLate` makes, when the time is over
 */
export async function withinTime<Result>(
  work: Promise<Result>,
  milliseconds: number,
  tooLate: () => Error,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const overrun = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate()), milliseconds);
  });
  try {
    return await Promise.race([work, overrun]);
  } finally {
    clearTimeout(timer);
  }
}
