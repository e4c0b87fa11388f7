import { HOLDING_KINDS, type UserImpact } from '@charter/sdk';
import { Badge, Caption1, makeStyles, tokens } from '@fluentui/react-components';
import { Link, useParams } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import { useRoleName } from '../../components/code-names.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Page } from '../../components/Page.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { useImpact } from './queries.ts';

type Holding = UserImpact['holdings'][number];

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, flexWrap: 'wrap' },
});

/** Lists the holdings of a person that somebody else must take over before the account is closed. */
export function ImpactPage() {
  const { userId } = useParams({ from: '/leavers/$userId' });
  const text = useMessages();
  const impact = useImpact(userId);
  const { displayName = userId } = impact.data ?? {};
  return (
    <Page wide title={displayName} parent={{ to: '/leavers', label: text('leavers.title') }}>
      <QueryView query={impact}>
        {(found) => (
          <>
            <Head impact={found} />
            {found.holdings.length === 0 && <EmptyState>{text('leavers.nothing')}</EmptyState>}
            {HOLDING_KINDS.filter((kind) => found.counts[kind] > 0).map((kind) => (
              <Holdings key={kind} kind={kind} impact={found} />
            ))}
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Head({ impact: { id, state, counts } }: { impact: UserImpact }) {
  const styles = useStyles();
  const text = useMessages();
  return (
    <div className={styles.head}>
      <Badge appearance="tint" color={state === 'present' ? 'success' : 'warning'}>
        {text(`leavers.state.${state}`)}
      </Badge>
      <Caption1>{id}</Caption1>
      {counts.onlyOwner > 0 && (
        <Caption1>{text('leavers.onlyOwner', { count: counts.onlyOwner, state })}</Caption1>
      )}
    </div>
  );
}

function Holdings({ kind, impact: { counts, holdings } }: { kind: Holding['kind']; impact: UserImpact }) {
  const text = useMessages();
  const rows = holdings.filter((holding) => holding.kind === kind);
  const title = text(`leavers.count.${kind}`, { count: counts[kind] });
  return (
    <Section title={title}>
      <DataTable label={title} rows={rows} keyOf={({ id }) => id} columns={useColumns()} />
      {rows.length < counts[kind] && <Caption1>{text('leavers.more', { count: rows.length })}</Caption1>}
    </Section>
  );
}

function useColumns(): Column<Holding>[] {
  const text = useMessages();
  return [
    {
      id: 'name',
      header: text('leavers.name'),
      width: 'minmax(0, 2fr)',
      cell: (holding) => <HoldingLink holding={holding} />,
    },
    {
      id: 'as',
      header: text('leavers.as'),
      cell: ({ relations }) => relations.map((relation) => text(`leavers.as.${relation}`)).join(', '),
    },
  ];
}

/** Links to the page on which the holding can be reassigned. */
function HoldingLink({ holding: { kind, id, displayName } }: { holding: Holding }) {
  const roleName = useRoleName();
  switch (kind) {
    case 'answer':
      return (
        <Link to="/teams/$teamId" params={{ teamId: id }} search={{ section: 'governance' }}>
          {displayName}
        </Link>
      );
    case 'team':
    case 'sponsorship':
    case 'ownerRequest':
    case 'joinRequest':
      return (
        <Link to="/teams/$teamId" params={{ teamId: id }}>
          {displayName}
        </Link>
      );
    case 'renewal':
      return (
        <Link to="/teams/$teamId/lifecycle" params={{ teamId: id }}>
          {displayName}
        </Link>
      );
    case 'approval':
      return (
        <Link to="/approvals/$approvalId" params={{ approvalId: id }}>
          {displayName}
        </Link>
      );
    case 'review':
      return (
        <Link to="/reviews/$reviewId" params={{ reviewId: id }}>
          {displayName}
        </Link>
      );
    case 'template':
      return (
        <Link to="/templates/$templateId" params={{ templateId: id }}>
          {displayName}
        </Link>
      );
    case 'policy':
      return (
        <Link to="/policies/$policyId" params={{ policyId: id }}>
          {displayName}
        </Link>
      );
    case 'webhook':
      return (
        <Link to="/hooks/$hookId" params={{ hookId: id }}>
          {displayName}
        </Link>
      );
    case 'app':
      return (
        <Link to="/apps/$appId" params={{ appId: id }}>
          {displayName}
        </Link>
      );
    case 'role':
      return <Link to="/roles">{roleName(id)}</Link>;
  }
}
