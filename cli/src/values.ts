/** Parses the values of options. */
import { readFile } from 'node:fs/promises';
import { InvalidArgumentError } from 'commander';
import { CommandFailure, EXIT } from './exit-codes.ts';

/** Help text of options that take people. */
export const PEOPLE_HELP = 'id, user principal name or mail; may be repeated';

export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
}

export function seconds(text: string): number {
  const value = wholeNumber(text);
  if (value === 0) throw new InvalidArgumentError('Give at least 1.');
  return value;
}

/** Parses an RFC 3339 time, which must have an offset from UTC. */
export function dateTime(text: string): string {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)) {
    const time = new Date(text);
    if (!Number.isNaN(time.getTime())) return time.toISOString();
  }
  throw new InvalidArgumentError('Give a time such as 2027-01-15T02:00:00Z.');
}

/** @throws CommandFailure (wrong usage) when the file cannot be read */
export async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CommandFailure(EXIT.usage, `${path} cannot be read: ${(error as Error).message}`);
  }
}

/** Parses a JSON object, given as text or as `@file`. */
export async function jsonObject(option: string, text: string): Promise<Record<string, unknown>> {
  const json = text.startsWith('@') ? await readText(text.slice(1)) : text;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new CommandFailure(EXIT.usage, `${option} is not valid JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CommandFailure(EXIT.usage, `${option} must be a JSON object.`);
  }
  return value as Record<string, unknown>;
}
