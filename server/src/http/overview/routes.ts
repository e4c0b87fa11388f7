import Type from 'typebox';
import { getOverview } from '../../flows/overview/get-overview.ts';
import { route } from '../route.ts';
import { Closed, DateTime, Model, Resource } from '../schema.ts';

const integerOf = <const T extends readonly number[]>(values: T, options: object) =>
  Type.Unsafe<T[number]>({ type: 'integer', enum: values, ...options });

const OverviewQuery = Closed({
  weeks: Type.Optional(
    integerOf([12, 26], { description: 'Number of weeks, with the present one; 12 by default' }),
  ),
  inactiveDays: Type.Optional(
    integerOf([30, 90, 180], {
      description: 'Days without activity after which a team counts as inactive; 90 by default',
    }),
  ),
  timeZone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'IANA name of the time zone in which weeks begin; UTC by default',
      examples: ['Europe/Berlin'],
    }),
  ),
});

const count = (description: string) => Type.Integer({ minimum: 0, description });

const OverviewWeek = Model('OverviewWeek', {
  start: Type.String({ format: 'date', description: 'Monday in the time zone', examples: ['2026-11-16'] }),
  completed: count('Requests whose team was created'),
  failed: count('Requests whose work failed'),
  rejected: count('Requests that were rejected, or expired'),
  withdrawn: count('Requests that were withdrawn or cancelled'),
  open: count('Requests that have not ended'),
});

const Seconds = Type.Number({ description: 'Seconds', examples: [3600] });

const OverviewDuration = Model(
  'OverviewDuration',
  { p50: Seconds, p95: Seconds },
  { description: 'Half of the requests took at most `p50`, and 95 of 100 at most `p95`' },
);

const OverviewApprover = Model('OverviewApprover', {
  id: Type.String(),
  displayName: Type.String(),
  count: count('Requests that wait for this person'),
  oldestDateTime: DateTime,
});

const Overview = Resource('Overview', {
  atDateTime: DateTime,
  weeks: Type.Array(OverviewWeek, { description: 'By the week of the request, the oldest first' }),
  approval: Type.Optional(OverviewDuration),
  completion: Type.Optional(OverviewDuration),
  failures: Type.Array(
    Closed({ step: Type.String({ examples: ['createChannels'] }), count: count('Failed requests') }),
    { description: 'By the step that failed, the one with the most failures first' },
  ),
  teams: Closed({
    active: count('Teams with activity in the last `inactiveDays` days'),
    inactive: count('Teams without activity for `inactiveDays` days'),
    archived: count('Archived teams'),
    ownerless: count('Teams without an owner who can act, without archived ones'),
    inactiveDays: Type.Integer({ description: 'As requested' }),
  }),
  waiting: Closed({
    approvals: count('Requests that wait for a decision'),
    approvers: Type.Array(OverviewApprover, {
      description: 'The people with the most waiting requests, at most 20',
    }),
    renewals: count('Unused teams whose owners were asked to renew them'),
  }),
});

export const getOverviewRoute = route(
  {
    summary: 'Get the figures of the organisation',
    errors: [502],
    querystring: OverviewQuery,
    response: Overview,
    description: 'Requests of the last weeks, teams, and the pending approvals of each approver.',
  },
  (deps, { principal, query }) =>
    getOverview(deps, principal, {
      weeks: query.weeks ?? 12,
      inactiveDays: query.inactiveDays ?? 90,
      timeZone: query.timeZone ?? 'UTC',
    }),
);
