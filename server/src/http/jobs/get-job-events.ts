import Type from 'typebox';
import { followJob, type JobEvent, type JobReaderPosition } from '../../flows/jobs/follow-job.ts';
import { OtherAnswer, route } from '../route.ts';
import { Closed } from '../schema.ts';
import { JobEnd, JobParams, JobProgress } from './schemas.ts';

/** The id of an event: the length of the log so far, as in `12`; `12.end` for the end event. */
const EVENT_ID = /^(\d{1,9})(\.end)?$/;

const idOf = ({ length, isAtEnd }: JobReaderPosition): string => `${length}${isAtEnd ? '.end' : ''}`;

/** Reads the id of the last event. A reader with an id in another form starts at the beginning. */
function readPosition(lastEventId: string | undefined): JobReaderPosition | undefined {
  const found = EVENT_ID.exec(lastEventId ?? '');
  return found === null ? undefined : { length: Number(found[1]), isAtEnd: found[2] !== undefined };
}

async function* present(events: AsyncIterable<JobEvent>) {
  for await (const { event, position, data } of events) {
    const id = idOf(position);
    if (event === 'end') yield { event, id, data };
    else {
      const { subject, ...change } = data;
      yield { event, id, data: { ...change, team: subject } };
    }
  }
}

export const getJobEventsRoute = route(
  {
    summary: 'Follow a job',
    params: JobParams,
    headers: Closed({
      'last-event-id': Type.Optional(
        Type.String({
          description: 'Id of the last event that the caller has; the stream continues after it',
        }),
      ),
    }),
    events: { job: JobProgress, end: JobEnd },
    otherResponses: { 204: Type.Null() },
    description:
      'Server-sent events. Each `job` event has the state of the job and the lines of its log since the event before; the first one has all lines. An `end` event follows the last one: close the connection then. A reader that connects again after the end gets 204. A comment every 15 seconds keeps the connection open. The stream ends when the token expires, the right to read the job is gone, or the node stops or is full: connect again with `Last-Event-ID`.',
  },
  async (deps, { principal, params, header, signal }) => {
    const after = readPosition(header('last-event-id'));
    const events = await followJob(deps, principal, { ...params, after }, signal);
    return events === undefined ? new OtherAnswer(204, undefined) : present(events);
  },
);
