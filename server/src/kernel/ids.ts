import { v7 } from 'uuid';

/** A new UUIDv7 (RFC 9562): unique without coordination and ordered by time, so index inserts stay local. */
export const newId = (): string => v7();
