import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useMessages } from '../../app/messages.ts';
import { FilterBar } from '../../components/FilterBar.tsx';
import { useLabels } from '../labels/queries.ts';
import { useMay } from '../me/queries.ts';
import { useTemplateNames } from '../templates/queries.ts';
import { INACTIVE_DAYS, type TeamAddress } from './filters.ts';
import type { TeamScope } from './queries.ts';

const MORE = ['active', 'inactive', 'owners', 'visibility', 'template', 'label', 'governed'] as const;

interface TeamFilterBarProps {
  scope: TeamScope;
  values: TeamAddress;
  onChange: (changed: TeamAddress) => void;
}

const useStyles = makeStyles({
  bar: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalS },
  more: { justifySelf: 'start', minHeight: '44px' },
});

/** The search and the filters of a list of teams. All teams have more of them than the person's own. */
export function TeamFilterBar({ scope, values, onChange }: TeamFilterBarProps) {
  const text = useMessages();
  const styles = useStyles();
  const may = useMay();
  const [isMore, setMore] = useState(() => MORE.some((name) => values[name] !== undefined));
  const templates = useTemplateNames(scope === 'all' && may('getCatalogTemplates')).data ?? [];
  const labels = useLabels(scope === 'all').data?.value ?? [];
  const few = [
    { name: 'search', kind: 'search', label: text('teams.search') },
    {
      name: 'state',
      kind: 'choice',
      label: text('teams.state'),
      choices: (['active', 'archived'] as const).map((value) => ({
        value,
        label: text(`teams.state.${value}`),
      })),
    },
    {
      name: 'order',
      kind: 'choice',
      label: text('teams.order'),
      all: text('teams.order.name'),
      choices: (['activity', 'quiet'] as const).map((value) => ({
        value,
        label: text(`teams.order.${value}`),
      })),
    },
  ] as const;
  const more = [
    {
      name: 'active',
      kind: 'choice',
      label: text('teams.activeFor'),
      choices: Object.entries(INACTIVE_DAYS).map(([value, count]) => ({
        value,
        label: text('teams.lastDays', { count }),
      })),
    },
    {
      name: 'inactive',
      kind: 'choice',
      label: text('teams.inactiveFor'),
      choices: Object.entries(INACTIVE_DAYS).map(([value, count]) => ({
        value,
        label: text('teams.days', { count }),
      })),
    },
    {
      name: 'owners',
      kind: 'choice',
      label: text('teams.owners'),
      choices: (['none', 'few'] as const).map((value) => ({ value, label: text(`teams.owners.${value}`) })),
    },
    {
      name: 'visibility',
      kind: 'choice',
      label: text('teams.visibility'),
      choices: (['private', 'public', 'hiddenMembership'] as const).map((value) => ({
        value,
        label: text(`visibility.${value}`),
      })),
    },
    {
      name: 'template',
      kind: 'choice',
      label: text('teams.template'),
      choices: templates.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      name: 'label',
      kind: 'choice',
      label: text('teams.label'),
      choices: labels.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      name: 'governed',
      kind: 'choice',
      label: text('teams.governed'),
      choices: (['yes', 'no'] as const).map((value) => ({ value, label: text(`teams.governed.${value}`) })),
    },
  ] as const;
  if (scope === 'mine') return <FilterBar filters={few} values={values} onChange={onChange} />;
  return (
    <div className={styles.bar}>
      <FilterBar filters={isMore ? [...few, ...more] : few} values={values} onChange={onChange} />
      <Button
        className={styles.more}
        appearance="subtle"
        aria-expanded={isMore}
        onClick={() => setMore(!isMore)}
      >
        {text(isMore ? 'teams.fewerFilters' : 'teams.moreFilters')}
      </Button>
    </div>
  );
}
