/** Policies as the API shows them, and their changes for the audit trail. */
import type { Policy, PolicyDraft } from './model.ts';

/** Describes a policy for the API. Times are RFC 3339 UTC. */
export const describePolicy = ({ createdAt, updatedAt, ...policy }: Policy) => ({
  ...policy,
  createdDateTime: createdAt.toISOString(),
  lastModifiedDateTime: updatedAt.toISOString(),
});

/** Describes a change by the old and the new value; a list by its added and removed items, because it may be long. */
function describeChange(from: unknown, to: unknown): unknown {
  if (!Array.isArray(from) || !Array.isArray(to)) return { from: from ?? null, to: to ?? null };
  const [before, after] = [new Set<unknown>(from), new Set<unknown>(to)];
  return { added: to.filter((item) => !before.has(item)), removed: from.filter((item) => !after.has(item)) };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Returns the change of each changed field. */
export function changesOf(before: PolicyDraft, after: PolicyDraft): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  const note = (path: string, from: unknown, to: unknown): void => {
    if (!same(from, to)) changes[path] = describeChange(from, to);
  };
  for (const field of ['name', 'description', 'enabled', 'mode', 'scope'] as const) {
    note(field, before[field], after[field]);
  }
  const [from, to] = [before.settings, after.settings] as Record<string, unknown>[];
  for (const name of new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})])) {
    note(`settings.${name}`, from?.[name], to?.[name]);
  }
  return changes;
}
