/** The columns of the reports as tables. A value that is not known reads `unknown`. */
import type { AnswerCount, GuestDomain, ReportedTeam } from './models.ts';

export interface ReportColumn<Row> {
  heading: string;
  value: (row: Row) => unknown;
}

const DAY_MILLISECONDS = 24 * 60 * 60_000;

const ageOf = ({ createdDateTime }: ReportedTeam): number =>
  Math.floor((Date.now() - Date.parse(createdDateTime)) / DAY_MILLISECONDS);

/** Returns the text of the answer, or its value if the template no longer has the question. */
function shownAnswer({ metadata = {}, answers }: ReportedTeam, id: string): unknown {
  const value = metadata[id];
  const raw = Array.isArray(value) ? value.join(', ') : value;
  return answers.find((answer) => answer.id === id)?.text ?? raw;
}

const OF_TEAMS: readonly ReportColumn<ReportedTeam>[] = [
  { heading: 'ID', value: ({ id }) => id },
  { heading: 'NAME', value: ({ displayName }) => displayName },
  { heading: 'TEMPLATE', value: ({ template }) => template?.name },
  { heading: 'VISIBILITY', value: ({ visibility }) => visibility },
  { heading: 'LABEL', value: ({ sensitivityLabelId }) => sensitivityLabelId },
  { heading: 'OWNERS', value: ({ owners }) => owners.map(({ displayName }) => displayName).join(', ') },
  { heading: 'MEMBERS', value: ({ memberCount }) => memberCount },
  { heading: 'GUESTS', value: ({ guestCount }) => guestCount },
  { heading: 'AGE DAYS', value: ageOf },
  { heading: 'LAST ACTIVITY', value: ({ lastActivityDateTime }) => lastActivityDateTime },
  { heading: 'END', value: ({ endDateTime }) => endDateTime },
  { heading: 'STATE', value: ({ isArchived }) => (isArchived ? 'archived' : 'active') },
  { heading: 'BYTES', value: ({ storageBytes }) => storageBytes ?? 'unknown' },
];

/** Returns the columns of the inventory, with one for each question that one of the teams answers. */
export const teamReportColumns = (teams: readonly ReportedTeam[]): readonly ReportColumn<ReportedTeam>[] => [
  ...OF_TEAMS,
  ...[...new Set(teams.flatMap(({ metadata = {} }) => Object.keys(metadata)))].map((id) => ({
    heading: `metadata/${id}`,
    value: (team: ReportedTeam) => shownAnswer(team, id),
  })),
];

export const GUEST_REPORT_COLUMNS: readonly ReportColumn<GuestDomain>[] = [
  { heading: 'DOMAIN', value: ({ domain }) => domain ?? 'unknown' },
  { heading: 'GUESTS', value: ({ guestCount }) => guestCount },
  { heading: 'TEAMS', value: ({ teamCount }) => teamCount },
];

export const REQUEST_REPORT_COLUMNS: readonly ReportColumn<AnswerCount>[] = [
  { heading: 'ANSWER', value: ({ answer }) => answer ?? 'none' },
  { heading: 'NAME', value: ({ displayName }) => displayName },
  { heading: 'REQUESTS', value: ({ requestCount }) => requestCount },
  { heading: 'COMPLETED', value: ({ completed }) => completed },
  { heading: 'OPEN', value: ({ open }) => open },
  { heading: 'REJECTED', value: ({ rejected }) => rejected },
  { heading: 'WITHDRAWN', value: ({ withdrawn }) => withdrawn },
  { heading: 'FAILED', value: ({ failed }) => failed },
];
