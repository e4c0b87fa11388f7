import type { AnswerCount, CatalogTemplate } from '@charter/sdk';
import { Link, useSearch } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { useChangeFilters } from '../../base/filters.ts';
import { useMessages } from '../../base/messages.ts';
import type { Column } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { BarList } from '../overview/BarList.tsx';
import { useCatalog } from '../templates/queries.ts';
import { type RequestFilters, useRequestReport } from './queries.ts';
import { ReportFrame } from './ReportFrame.tsx';

const MAX_BARS = 10;
const OUTCOMES = ['completed', 'open', 'rejected', 'withdrawn', 'failed'] as const;

interface AskedQuestion {
  id: string;
  title: string;
  type: string;
  /** The templates that ask the question. */
  templates: { id: string; name: string }[];
}

/** Returns the questions of all templates, each id once, by title. */
function questionsOf(templates: readonly CatalogTemplate[]): AskedQuestion[] {
  const found = new Map<string, AskedQuestion>();
  for (const { templateConfiguration } of templates) {
    for (const { id, title, type } of templateConfiguration.questions ?? []) {
      const question = found.get(id) ?? { id, title, type, templates: [] };
      question.templates.push({ id: templateConfiguration.id, name: templateConfiguration.name });
      found.set(id, question);
    }
  }
  return [...found.values()].toSorted((one, other) => one.title.localeCompare(other.title));
}

/** The requests by their answers to a question of templates. */
export function RequestReport() {
  const text = useMessages();
  const catalog = useCatalog();
  return (
    <QueryView query={catalog}>
      {({ value }) => {
        const questions = questionsOf(value);
        return questions.length === 0 ? (
          <EmptyState action={<Link to="/templates">{text('nav.templates')}</Link>}>
            {text('reports.noQuestions')}
          </EmptyState>
        ) : (
          <Answers questions={questions} />
        );
      }}
    </QueryView>
  );
}

function Answers({ questions }: { questions: readonly AskedQuestion[] }) {
  const text = useMessages();
  const { question: chosen, template } = useSearch({ from: '/reports' });
  const change = useChangeFilters<{ question?: string; template?: string }>();
  const question = questions.find(({ id }) => id === chosen) ?? (questions[0] as AskedQuestion);
  const filters: RequestFilters = { question: question.id, template };
  const answers = useRequestReport(filters);
  const nameOf = useAnswerName(question);
  const bars = (answers.data?.items ?? []).slice(0, MAX_BARS).map((row) => ({
    id: row.answer ?? '',
    name: nameOf(row),
    count: row.requestCount,
    list: listOf(question, row),
  }));
  return (
    <ReportFrame
      intro={text('reports.intro.requests')}
      filters={
        <FilterBar
          filters={[
            {
              name: 'question',
              kind: 'choice',
              label: text('reports.question'),
              all: questions[0]?.title ?? '',
              choices: questions.slice(1).map(({ id, title }) => ({ value: id, label: title })),
            },
            {
              name: 'template',
              kind: 'choice',
              label: text('teams.template'),
              choices: question.templates.map(({ id, name }) => ({ value: id, label: name })),
            },
          ]}
          values={{ question: chosen, template }}
          onChange={change}
        />
      }
      file={{ report: 'requests', filters }}
      {...(bars.length > 0 && { plot: <BarList label={text('reports.plot')} bars={bars} /> })}
    >
      <QueryTable<AnswerCount>
        label={text('reports.view.requests')}
        query={answers}
        keyOf={({ answer = '' }) => answer}
        columns={useColumns(question, nameOf)}
        empty={<EmptyState>{text('reports.noRequests')}</EmptyState>}
      />
    </ReportFrame>
  );
}

/**
 * Links to the teams with the answer. No filter finds requests without an answer, so their row links to all requests.
 */
const listOf = ({ id }: AskedQuestion, { answer }: AnswerCount) =>
  answer === undefined
    ? ({ to: '/jobs', search: { type: 'TeamProvisioning' } } as const)
    : ({ to: '/teams', search: { scope: 'all', answer: `${id}=${answer}` } } as const);

function useAnswerName({ type }: AskedQuestion): (row: AnswerCount) => string {
  const text = useMessages();
  const { formatDate } = useIntl();
  return ({ answer, displayName }) => {
    if (answer === undefined) return text('reports.noAnswer');
    if (type === 'boolean') return text(answer === 'true' ? 'answers.yes' : 'answers.no');
    if (type === 'date' && !Number.isNaN(Date.parse(answer)))
      return formatDate(answer, { dateStyle: 'long', timeZone: 'UTC' });
    return displayName ?? answer;
  };
}

function useColumns(question: AskedQuestion, nameOf: (row: AnswerCount) => string): Column<AnswerCount>[] {
  const text = useMessages();
  const { formatNumber } = useIntl();
  return [
    {
      id: 'answer',
      header: text('reports.answer'),
      width: 'minmax(0, 2fr)',
      cell: (row) => <Link {...listOf(question, row)}>{nameOf(row)}</Link>,
    },
    {
      id: 'requests',
      header: text('reports.requests'),
      width: '6.5rem',
      cell: ({ requestCount }) => formatNumber(requestCount),
    },
    {
      id: 'outcomes',
      header: text('reports.outcomes'),
      width: 'minmax(0, 3fr)',
      cell: (row) =>
        OUTCOMES.filter((outcome) => row[outcome] > 0)
          .map((outcome) =>
            text('counts.line', { name: text(`overview.outcome.${outcome}`), count: row[outcome] }),
          )
          .join(' · '),
    },
  ];
}
