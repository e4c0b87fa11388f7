/** A sensitivity label as getMyLabels shows it (docs/specification.md, section 5). */
export interface Label {
  id: string;
  name: string;
  description: string;
  /** CSS hex colour, for example `#0078D4`. */
  color: string;
  /** Rank: a higher number protects more. */
  sensitivity: number;
  tooltip: string;
  isActive: boolean;
  /** The label this one is nested under. */
  parent: { id: string; name: string } | null;
}
