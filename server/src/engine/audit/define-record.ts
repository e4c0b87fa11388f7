/** Audit records of changes without a domain event. Each type is declared once beside its noun. */
import type { Cause } from '../principal.ts';
import type { AuditOutcome, AuditTarget, NewAuditRecord, PersonalFields } from './model.ts';
import type { Trail, TrailPart } from './trails.ts';

export interface RecordDefinition<Subject, Own extends string = never> extends TrailPart {
  readonly defines: 'record';
  /**
   * Returns a record of this type. The caller appends it in the transaction of the change.
   * @param cause with an `id` when a retry may write the same record again
   */
  record(
    subject: Subject,
    cause: Cause & Pick<NewAuditRecord, 'id'>,
    own?: { readonly [Field in Own]?: unknown },
  ): NewAuditRecord;
}

interface RecordSubject<Subject> {
  target(subject: Subject): AuditTarget;
  /** Fields of every record about the subject; null and undefined are left out. */
  fields: { readonly [Field: string]: (subject: Subject) => unknown };
  /** Fields with personal texts, including the further fields of a type (personal-texts.ts). */
  people?: PersonalFields;
}

/** Returns the function that defines record types about one kind of subject, each with further fields of its own. */
export const defineRecords =
  <Subject>(trail: Trail, { target, fields, people }: RecordSubject<Subject>) =>
  <const Own extends string = never>(
    code: string,
    own: readonly Own[] = [],
    outcome: AuditOutcome = 'success',
  ): RecordDefinition<Subject, Own> => ({
    defines: 'record',
    trail,
    code,
    fields: [...Object.keys(fields), ...own],
    record: (subject, { id, actor, requestId }, values = {}) => ({
      ...(id !== undefined && { id }),
      trail: trail.code,
      type: code,
      outcome,
      actor,
      target: target(subject),
      requestId,
      ...(people !== undefined && { people }),
      fields: {
        ...Object.fromEntries(Object.entries(fields).map(([field, of]) => [field, of(subject)])),
        ...values,
      },
    }),
  });
