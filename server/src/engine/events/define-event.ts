/**
 * Domain events, each declared once beside its noun: what webhooks are sent, and what its audit record says.
 * The catalogue of events, the schemas of payloads, and the types and fields of trails follow from definitions.
 */
import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import { Open } from '../../kernel/schema.ts';
import type { AuditOutcome, AuditTarget } from '../audit/model.ts';
import type { Trail, TrailPart } from '../audit/trails.ts';
import type { Happening } from './model.ts';

/** The payload as its maker writes it: `tenant.id` is added when the event is recorded. */
export type PayloadOf<P extends TProperties> = Static<TObject<Omit<P, 'tenant'>>> &
  (P extends { tenant: infer Tenant extends TSchema } ? { tenant: Omit<Static<Tenant>, 'id'> } : unknown);

/**
 * Whose personal webhooks receive it, besides the people of the request for its team. `owners`: the owners of
 * the team at fan-out. `audience`: people whom the event names, because the suite can't list them later.
 */
type Recipients = 'owners' | 'audience';

interface Declaration<P extends TProperties, Unpublished extends string, R extends Recipients> {
  /** Never renamed. */
  code: string;
  /** For people who choose among events, as `description` is. */
  category: string;
  description: string;
  /** Fields that webhooks are sent. Fields may be added; none is removed or renamed. */
  payload: P;
  /** Default: `owners`. */
  recipients?: R;
  /** The team that it is about, for reactions to it. */
  team?: (payload: PayloadOf<P>) => string | null;
  trail: Trail;
  /** Fields of its audit record, each from the payload; null and undefined are left out. */
  record: { readonly [Field: string]: (payload: PayloadOf<P>, target: AuditTarget) => unknown };
  /** Fields of its audit record that the payload has not; their maker gives them. */
  unpublished?: readonly Unpublished[];
  /** Default: success. */
  outcome?: (payload: PayloadOf<P>) => AuditOutcome;
}

interface BareFact<P extends TProperties, Unpublished extends string>
  extends Pick<Happening, 'id' | 'target' | 'templateId'> {
  payload: PayloadOf<P>;
  unpublished?: { readonly [Field in Unpublished]?: unknown } | undefined;
}

type Fact<P extends TProperties, Unpublished extends string, R extends Recipients> = BareFact<
  P,
  Unpublished
> &
  (R extends 'audience' ? { audience: readonly string[] } : unknown);

/** A message that webhooks are sent. */
export interface MessageDefinition {
  code: string;
  description: string;
  schema: TObject;
}

export interface EventDefinition extends MessageDefinition, TrailPart {
  readonly defines: 'event';
  category: string;
}

/** The schema of a payload: every one names its tenant. */
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
  team,
  record,
  unpublished = [],
  outcome,
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
    /** What happened, to be appended with who did it. */
    happened(fact: Fact<P, Unpublished, R>): Happening {
      const { payload, unpublished: _, ...rest }: BareFact<P, Unpublished> = fact;
      const teamId = team?.(payload) ?? undefined;
      return {
        ...rest,
        type: described.code,
        payload,
        ...(teamId !== undefined && { teamId }),
        record: {
          trail: described.trail.code,
          outcome: outcome?.(payload) ?? 'success',
          fields: fieldsOf(fact),
        },
      };
    },
  };
}
