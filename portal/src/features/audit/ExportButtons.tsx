import type { AuditTrail } from '@charter/sdk';
import { Button, Spinner } from '@fluentui/react-components';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../base/client.ts';
import { useMessages } from '../../base/messages.ts';
import { notify } from '../../components/notice-list.ts';
import { Problem } from '../../components/Problem.tsx';
import { type ExportFormat, exportRecords } from './export-records.ts';

/** Exports the records that match the filters. Leaving the page cancels the export. */
export function ExportButtons({ trail }: { trail: AuditTrail }) {
  const text = useMessages();
  const client = useClient();
  const filters = useSearch({ from: '/audit' });
  const [count, setCount] = useState(0);
  const aborter = useRef<AbortController>(undefined);
  useEffect(() => () => aborter.current?.abort(), []);
  const exporting = useMutation({
    mutationFn: (format: ExportFormat) => {
      aborter.current = new AbortController();
      setCount(0);
      const { signal } = aborter.current;
      return exportRecords(client, { format, trail, filters, signal, onProgress: setCount });
    },
    onSuccess: (total) => notify(text('audit.exported', { count: total })),
  });
  // The pressed button keeps the focus during the export.
  const { isPending } = exporting;
  return (
    <>
      <Button disabledFocusable={isPending} onClick={() => exporting.mutate('csv')}>
        {text('audit.exportCsv')}
      </Button>
      <Button disabledFocusable={isPending} onClick={() => exporting.mutate('ndjson')}>
        {text('audit.exportEvents')}
      </Button>
      {isPending && <Spinner size="tiny" label={text('audit.exporting', { count })} />}
      {exporting.error !== null && <Problem error={exporting.error} />}
    </>
  );
}
