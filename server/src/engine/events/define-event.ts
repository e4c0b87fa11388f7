/**
 * Domain events, each declared once beside its noun: its published payload and its audit record. The catalogue of
 * events, the schemas of payloads, and the types and fields of trails are derived from the definitions.
 */
import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import { Open } from '../../kernel/schema.ts';
import type { AuditOutcome, AuditTarget, PersonalFields } from '../audit/model.ts';
import type { Trail, TrailPart } from '../audit/trails.ts';
import type { NewEvent } from './model.ts';

/** The payload without `tenant.id`, which is added when the event is recorded. */
export type PayloadOf<P extends TProperties> = Static<TObject<Omit<P, 'tenant'>>> &
  (P extends { tenant: infer Tenant extends TSchema } ? { tenant: Omit<Static<Tenant>, 'id'> } : unknown);

/**
 * The users whose personal webhooks receive the event. `owners`: the owners of its subject at fan-out.
 * `audience`: users whom the event names, because the suite can't list them later.
 */
type Recipients = 'owners' | 'audience';

interface Declaration<P extends TProperties, Unpublished extends string, R extends Recipients> {
  /** Stable name of the event's type: it is never changed. */
  code: string;
  category: string;
  description: string;
  /** Published fields. Later versions may add fields, but never remove or rename one. */
  payload: P;
  /** Default: `owners`. */
  recipients?: R;
  /** Returns the id of the event's subject, for reactions to the event. */
  subject?: (payload: PayloadOf<P>) => string | null;
  trail: Trail;
  /** Fields of its audit record, each from the payload; null and undefined are left out. */
  record: { readonly [Field: string]: (payload: PayloadOf<P>, target: AuditTarget) => unknown };
  /** Fields of its audit record that are not in the payload. */
  unpublished?: readonly Unpublished[];
  /** The fields of its audit record with personal texts (engine/audit/personal-texts.ts). */
  people?: PersonalFields;
  /** Default: success. */
  outcome?: (payload: PayloadOf<P>) => AuditOutcome;
}

interface BareFact<P extends TProperties, Unpublished extends string>
  extends Pick<NewEvent, 'id' | 'target' | 'originId' | 'subjectData' | 'targetData' | 'beyond'> {
  payload: PayloadOf<P>;
  unpublished?: { readonly [Field in Unpublished]?: unknown } | undefined;
}

type Fact<P extends TProperties, Unpublished extends string, R extends Recipients> = BareFact<
  P,
  Unpublished
> &
  (R extends 'audience' ? { audience: readonly string[] } : unknown);

export interface MessageDefinition {
  code: string;
  description: string;
  schema: TObject;
}

export interface EventDefinition extends MessageDefinition, TrailPart {
  readonly defines: 'event';
  category: string;
}

/** Returns the schema of a payload. Every payload names its tenant. */
export const payloadSchema = (properties: TProperties): TObject =>
  Open({
    tenant: Open({ id: Type.String() }, { description: 'The tenant in which it happened' }),
    ...properties,
  });

const isSaid = ([, value]: [string, unknown]): boolean => value !== undefined && value !== null;

export function defineEvent<
  P extends TProperties,
  const Unpublished extends string = never,
  R extends Recipients = 'owners',
>({
  payload: properties,
  subject,
  record,
  unpublished = [],
  outcome,
  people,
  ...described
}: Declaration<P, Unpublished, R>) {
  const fieldsOf = ({ payload, target, unpublished: more = {} }: BareFact<P, Unpublished>) => {
    const values = Object.entries(record).map(([field, of]): [string, unknown] => [
      field,
      of(payload, target),
    ]);
    return Object.fromEntries([...values, ...Object.entries(more)].filter(isSaid));
  };
  return {
    ...described,
    defines: 'event' as const,
    schema: payloadSchema(properties),
    fields: [...Object.keys(record), ...unpublished],
    /** Returns the event without its actor and request id. */
    happened(fact: Fact<P, Unpublished, R>): NewEvent {
      const { payload, unpublished: _, ...rest }: BareFact<P, Unpublished> = fact;
      const subjectId = subject?.(payload) ?? undefined;
      return {
        ...rest,
        type: described.code,
        payload,
        ...(subjectId !== undefined && { subjectId }),
        record: {
          trail: described.trail.code,
          outcome: outcome?.(payload) ?? 'success',
          fields: fieldsOf(fact),
          ...(people !== undefined && { people }),
        },
      };
    },
  };
}
