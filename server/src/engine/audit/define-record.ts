/** Audit records of changes without a domain event, each type declared once beside its noun. */
import type { AuditOutcome, NewAuditRecord } from './model.ts';
import type { Trail, TrailPart } from './trails.ts';

type Written<Field extends string> = Omit<NewAuditRecord, 'trail' | 'type' | 'fields'> & {
  fields?: { readonly [Name in Field]?: unknown };
};

export interface RecordDefinition<Field extends string = never> extends TrailPart {
  readonly defines: 'record';
  /** Returns a record of this type. The caller appends it in the transaction of the change. */
  record(written: Written<Field>): NewAuditRecord;
}

/** @param outcome default outcome of the records */
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
