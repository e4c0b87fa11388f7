/** Audit records of changes without a domain event, each type declared once beside its noun. */
import type { AuditOutcome, NewAuditRecord } from './model.ts';
import type { Trail, TrailPart } from './trails.ts';

type Written<Field extends string> = Omit<NewAuditRecord, 'trail' | 'type' | 'fields'> & {
  fields?: { readonly [Name in Field]?: unknown };
};

export interface RecordDefinition<Field extends string = never> extends TrailPart {
  readonly defines: 'record';
  /** A record of this type, to be appended in the transaction of its change. */
  record(written: Written<Field>): NewAuditRecord;
}

/** @param outcome that its records have unless they say otherwise */
export function defineRecord<const Field extends string>(
  trail: Trail,
  code: string,
  fields: readonly Field[],
  outcome: AuditOutcome = 'success',
): RecordDefinition<Field> {
  return {
    defines: 'record',
    trail,
    code,
    fields,
    record: (written) => ({ outcome, fields: {}, ...written, trail: trail.code, type: code }),
  };
}
