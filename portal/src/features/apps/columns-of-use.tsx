/** The columns that secrets of apps and tokens of connectors share. */
import type { useMessages } from '../../base/messages.ts';
import type { Column } from '../../components/DataTable.tsx';
import { Moment } from '../../components/Moment.tsx';

interface Credential {
  expiresDateTime?: string | undefined;
  lastUsedDateTime?: string | undefined;
}

/** Returns the columns with the expiry and the last use of a credential. */
export const columnsOfUse = (text: ReturnType<typeof useMessages>): Column<Credential>[] => [
  {
    id: 'expires',
    header: text('apps.expires'),
    cell: ({ expiresDateTime }) =>
      expiresDateTime === undefined ? text('apps.never') : <Moment value={expiresDateTime} />,
  },
  {
    id: 'used',
    header: text('apps.lastUsed'),
    cell: ({ lastUsedDateTime }) =>
      lastUsedDateTime === undefined ? text('apps.unused') : <Moment value={lastUsedDateTime} />,
  },
];
