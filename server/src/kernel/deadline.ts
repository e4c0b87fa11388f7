/**
 * Returns the result of the work unless it exceeds the time limit. The work itself goes on; its late result is
 * dropped.
 * @throws the error of `tooLate` after the time limit
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
