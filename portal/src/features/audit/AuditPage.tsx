import type { AuditTrail, AuditTrailRecord } from '@charter/sdk';
import { Badge, Button } from '@fluentui/react-components';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useChangeFilters } from '../../base/filters.ts';
import { useMessages } from '../../base/messages.ts';
import { useRecordName, useTargetName, useTrailName } from '../../components/code-names.ts';
import type { Column } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { useErasedTexts } from '../../components/erased-texts.ts';
import { FilterBar } from '../../components/FilterBar.tsx';
import { Moment } from '../../components/Moment.tsx';
import { Page } from '../../components/Page.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { ChainState } from './ChainState.tsx';
import { ExportButtons } from './ExportButtons.tsx';
import { ActorPicker, TargetPicker } from './ObjectPicker.tsx';
import { DEFAULT_TRAIL, useRecords, useTrails } from './queries.ts';
import { RecordDrawer } from './RecordDrawer.tsx';

export function AuditPage() {
  const text = useMessages();
  const trails = useTrails();
  const { trail: code = DEFAULT_TRAIL } = useSearch({ from: '/audit' });
  const trail = trails.data?.value.find((each) => each.code === code);
  return (
    <Page wide title={text('audit.title')} actions={trail && <ExportButtons trail={trail} />}>
      <QueryView query={trails}>{({ value }) => <Filters trails={value} trail={trail} />}</QueryView>
      {trail && <ChainState trail={trail} />}
      <Records />
    </Page>
  );
}

function Filters(props: { trails: readonly AuditTrail[]; trail: AuditTrail | undefined }) {
  const { trails, trail } = props;
  const text = useMessages();
  const trailName = useTrailName();
  const recordName = useRecordName();
  const targetName = useTargetName();
  const filters = useSearch({ from: '/audit' });
  const change = useChangeFilters<typeof filters>();
  const records = useRecords(filters).data?.items ?? [];
  return (
    <FilterBar
      filters={[
        {
          name: 'trail',
          kind: 'choice',
          label: text('audit.trail'),
          all: trailName(DEFAULT_TRAIL),
          choices: trails
            .filter(({ code }) => code !== DEFAULT_TRAIL)
            .map(({ code }) => ({ value: code, label: trailName(code) })),
        },
        {
          name: 'type',
          kind: 'choice',
          label: text('audit.type'),
          choices: (trail?.types ?? []).map((type) => ({ value: type, label: recordName(type) })),
        },
        {
          name: 'actor',
          kind: 'picker',
          label: text('audit.actor'),
          render: (value, onChange) => (
            <ActorPicker
              label={text('audit.actor')}
              known={records.map(({ actor }) => actor)}
              value={value}
              onChange={onChange}
            />
          ),
        },
        {
          name: 'target',
          kind: 'picker',
          label: text('audit.target'),
          render: (value, onChange) => (
            <TargetPicker
              label={text('audit.target')}
              known={records.map(({ target }) => ({ id: target.id, displayName: targetName(target) }))}
              value={value}
              onChange={onChange}
            />
          ),
        },
        { name: 'from', kind: 'date', label: text('audit.from') },
        { name: 'until', kind: 'date', label: text('audit.until') },
      ]}
      values={filters}
      // Each trail has its own record types, so another trail resets the type.
      onChange={(changed) => change('trail' in changed ? { ...changed, type: '' } : changed)}
    />
  );
}

function Records() {
  const text = useMessages();
  const filters = useSearch({ from: '/audit' });
  const records = useRecords(filters);
  const [open, setOpen] = useState<AuditTrailRecord>();
  const { trail: _, ...narrowing } = filters;
  const isFiltered = Object.values(narrowing).some((value) => value !== undefined);
  return (
    <>
      <QueryTable
        label={text('audit.records')}
        query={records}
        keyOf={({ id }) => id}
        columns={useColumns(setOpen)}
        empty={<EmptyState>{text(isFiltered ? 'audit.empty' : 'audit.emptyTrail')}</EmptyState>}
      />
      {open && <RecordDrawer record={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

const OUTCOMES = { success: 'success', failure: 'danger', denied: 'warning' } as const;

function useColumns(onOpen: (record: AuditTrailRecord) => void): Column<AuditTrailRecord>[] {
  const text = useMessages();
  const recordName = useRecordName();
  const targetName = useTargetName();
  const shown = useErasedTexts();
  return [
    {
      id: 'time',
      header: text('audit.time'),
      width: '11.875rem',
      cell: ({ time }) => <Moment value={time} />,
    },
    { id: 'type', header: text('audit.type'), width: 'minmax(0, 2fr)', cell: ({ type }) => recordName(type) },
    {
      id: 'outcome',
      header: text('audit.outcome'),
      width: '6.875rem',
      cell: ({ outcome }) => (
        <Badge appearance="tint" color={OUTCOMES[outcome]}>
          {text(`audit.outcome.${outcome}`)}
        </Badge>
      ),
    },
    {
      id: 'actor',
      header: text('audit.actor'),
      width: 'minmax(4.5rem, 1fr)',
      cell: (record) => (
        <Link to="/audit" search={(last) => ({ ...last, actor: record.actor.id })}>
          {shown(record).actor.displayName}
        </Link>
      ),
    },
    {
      id: 'target',
      header: text('audit.target'),
      width: 'minmax(4.5rem, 1fr)',
      cell: (record) => (
        <Link to="/audit" search={(last) => ({ ...last, target: record.target.id })}>
          {targetName(shown(record).target)}
        </Link>
      ),
    },
    {
      id: 'details',
      header: text('audit.details'),
      width: '6.875rem',
      cell: (record) => (
        <Button
          size="small"
          aria-label={text('audit.showDetails', { type: recordName(record.type), sequence: record.sequence })}
          onClick={() => onOpen(record)}
        >
          {text('audit.details')}
        </Button>
      ),
    },
  ];
}
