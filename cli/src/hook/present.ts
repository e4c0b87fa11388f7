/** Formats webhook messages for people and for programs. */
import type { VerifiedWebhook } from '@charter/sdk';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Formats a value. An object becomes its name and id, as in `Harbour (19:abc)`, then its remaining values. */
function wordsOf(value: unknown): string {
  if (!isObject(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  const { displayName, name, id, ...others } = value;
  const called = displayName ?? name;
  const first = called === undefined ? id : id === undefined || id === null ? called : `${called} (${id})`;
  const rest = Object.entries(others)
    .filter(([, one]) => one !== null)
    .map(([field, one]) => `${field}: ${isObject(one) ? wordsOf(one) : JSON.stringify(one)}`);
  return [...(first === undefined ? [] : [String(first)]), ...rest].join(', ');
}

/** A heading, then a line for each part of the payload. */
export function describeMessage(
  { sentAt, event, deliveryId, payload }: VerifiedWebhook,
  isRepeated: boolean,
): string {
  const { tenant, ...parts } = payload as Record<string, unknown>;
  const lines = Object.entries({
    ...parts,
    tenant,
    delivery: `${deliveryId}${isRepeated ? ' (again)' : ''}`,
  });
  const width = Math.max(...lines.map(([name]) => name.length)) + 1;
  return [
    `${sentAt.toISOString()}  ${event}`,
    ...lines.map(([name, value]) => `  ${`${name}:`.padEnd(width)}  ${wordsOf(value)}`),
  ].join('\n');
}

/** The message as one object of JSON, for programs. */
export const messageAsJson = ({ sentAt, event, deliveryId, hookId, payload }: VerifiedWebhook) => ({
  event,
  deliveryId,
  hookId,
  sentDateTime: sentAt.toISOString(),
  payload,
});
