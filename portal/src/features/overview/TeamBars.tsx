import type { Overview } from '@charter/sdk';
import { useMessages } from '../../base/messages.ts';
import { BarList } from './BarList.tsx';

/** The numbers of active, unused, archived and ownerless teams. Each leads to the list of its teams. */
export function TeamBars({ teams }: Pick<Overview, 'teams'>) {
  const text = useMessages();
  const days = `${teams.inactiveDays}d`;
  const listOf = {
    active: { state: 'active', active: days },
    inactive: { state: 'active', inactive: days },
    archived: { state: 'archived' },
    ownerless: { state: 'active', owners: 'none' },
  };
  return (
    <BarList
      label={text('overview.teams')}
      bars={(['active', 'inactive', 'archived', 'ownerless'] as const).map((kind) => ({
        id: kind,
        name: text(`overview.teams.${kind}`, { count: teams.inactiveDays }),
        count: teams[kind],
        list: { to: '/teams', search: { scope: 'all', ...listOf[kind] } },
      }))}
    />
  );
}
