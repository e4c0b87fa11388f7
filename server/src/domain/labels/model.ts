/** A sensitivity label as getMyLabels shows it (docs/specification.md, section 5). */
export interface Label {
  id: string;
  name: string;
  description: string;
  /** CSS hex colour, for example `#0078D4`. */
  color: string;
  /** Rank: a label with a higher number protects more. */
  sensitivity: number;
  tooltip: string;
  isActive: boolean;
  /** The label that contains this one; null at the top level. */
  parent: { id: string; name: string } | null;
}
