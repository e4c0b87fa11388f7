import Type from 'typebox';
import { JOB_DEFINITIONS } from '../../flows/definitions.ts';
import { Closed, DateTime, Model, OneOf, Resource, Uuid } from '../schema.ts';
import { ProvisioningPlan } from './provisioning-plan.ts';

export const JobStep = Model('JobStep', {
  name: Type.String(),
  status: OneOf(['waiting', 'active', 'completed', 'failed', 'skipped']),
  startedDateTime: Type.Optional(DateTime),
  completedDateTime: Type.Optional(DateTime),
});

const JobData = Type.Object(
  {
    request: Type.Object({}, { additionalProperties: true, description: 'The request as it was sent' }),
    plan: Type.Optional(ProvisioningPlan),
    approval: Type.Optional(Closed({ id: Type.String() })),
    team: Type.Optional(Closed({ id: Type.String() })),
    error: Type.Optional(
      Closed({ code: Type.String(), message: Type.String(), step: Type.Optional(Type.String()) }),
    ),
  },
  { additionalProperties: true },
);

export const Job = Resource('Job', {
  id: Uuid,
  type: Type.Unsafe<string>(OneOf(JOB_DEFINITIONS.map(({ type }) => type))),
  status: OneOf(['waiting', 'active', 'completed', 'failed', 'delayed', 'paused']),
  progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Percent; never decreases' }),
  log: Type.Array(Type.String({ description: '`<RFC 3339 time> <message>`' })),
  data: JobData,
  createdDateTime: DateTime,
  lastActionDateTime: DateTime,
  steps: Type.Array(JobStep),
});
