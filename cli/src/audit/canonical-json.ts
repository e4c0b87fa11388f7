/**
 * JSON in one spelling (RFC 8785): no spaces, members by the UTF-16 code units of their names, numbers and
 * strings as ECMAScript writes them. The service has its own, and a test holds the two together: a verifier
 * that borrowed the code it judges would prove less.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
