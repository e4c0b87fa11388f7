/** Figures of the small and of the large database. */

/**
 * Work that a figure is divided by to compare both databases, for example the number of tenants that a timer visits.
 */
export interface Work {
  unit: string;
  small: number;
  large: number;
}

export interface Figure {
  name: string;
  unit: string;
  small: number;
  large: number;
  /** The figure of the largest tenant of the large database. */
  largest?: number;
  /** Absent when both databases do the same work. */
  work?: Work;
  /** Whether a larger figure is better, as for a rate. */
  isRate?: true;
  /** The reason why the large database may be slower, or the meaning of the figure. */
  note?: string;
}

/** Figures by the heading of their table. */
export type Tables = Readonly<Record<string, readonly Figure[]>>;

/** Maximum growth that needs no explanation. */
export const MAX_GROWTH = 1.5;

/** Returns the factor by which the same work takes longer in the large database. */
export function growthOf({ small, large, work, isRate }: Figure): number {
  const growth = isRate ? small / large : large / small;
  return work === undefined ? growth : growth / (work.large / work.small);
}
