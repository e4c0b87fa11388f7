import type { CatalogTemplateVersion } from '@charter/sdk';
import {
  Badge,
  Button,
  Caption1,
  makeStyles,
  mergeClasses,
  Spinner,
  tokens,
} from '@fluentui/react-components';
import { lazy, Suspense, useState } from 'react';
import { loadChunk } from '../../base/chunks.ts';
import { useMessages } from '../../base/messages.ts';
import { Moment } from '../../components/Moment.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { PLAIN_LIST } from '../../components/stack.ts';
import { convert, type ManifestText } from './manifest-text.ts';
import { useVersion, useVersions } from './queries.ts';

const ManifestDifference = lazy(() =>
  loadChunk(async () => ({ default: (await import('./ManifestDifference.tsx')).ManifestDifference })),
);

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignItems: 'start',
    '@media (min-width: 62.5em)': { gridTemplateColumns: 'minmax(280px, 360px) minmax(0, 1fr)' },
  },
  list: { ...PLAIN_LIST, gap: tokens.spacingVerticalXS },
  version: {
    width: '100%',
    minHeight: '44px',
    justifyContent: 'start',
    textAlign: 'start',
    display: 'grid',
    gap: '2px',
    overflowWrap: 'anywhere',
  },
  chosen: {
    backgroundColor: tokens.colorBrandBackground2,
    boxShadow: `inset 3px 0 0 ${tokens.colorCompoundBrandStroke}`,
  },
  first: { display: 'flex', gap: tokens.spacingHorizontalS, alignItems: 'center' },
  paths: { color: tokens.colorNeutralForeground2 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

interface VersionsPanelProps {
  templateId: string;
  /** Puts the manifest of a version into the editor. Undefined for people who can't edit. */
  onRestore: ((manifest: ManifestText) => void) | undefined;
}

/** The history of a template: author of each version, and its difference from the one before. */
export function VersionsPanel({ templateId, onRestore }: VersionsPanelProps) {
  const styles = useStyles();
  const text = useMessages();
  const versions = useVersions(templateId);
  const [chosen, setChosen] = useState<string>();
  return (
    <QueryView query={versions}>
      {({ items }) => {
        const index = Math.max(
          items.findIndex(({ version }) => version === chosen),
          0,
        );
        return (
          <div className={styles.columns}>
            <Section title={text('templates.view.versions')}>
              <ul className={styles.list}>
                {items.map((version, place) => (
                  <li key={version.version}>
                    <VersionButton
                      version={version}
                      isChosen={place === index}
                      isCurrent={place === 0}
                      onChoose={() => {
                        setChosen(version.version);
                        // The difference needs the version before, which is on the next page.
                        if (place === items.length - 1 && versions.hasNextPage) void versions.fetchNextPage();
                      }}
                    />
                  </li>
                ))}
              </ul>
              {versions.hasNextPage && (
                <Button onClick={() => void versions.fetchNextPage()}>
                  {text('templates.action.older')}
                </Button>
              )}
            </Section>
            <VersionDetails
              key={items[index]?.version}
              templateId={templateId}
              version={items[index]?.version ?? ''}
              before={items[index + 1]?.version}
              onRestore={index === 0 ? undefined : onRestore}
            />
          </div>
        );
      }}
    </QueryView>
  );
}

interface VersionButtonProps {
  version: CatalogTemplateVersion;
  isChosen: boolean;
  isCurrent: boolean;
  onChoose: () => void;
}

const MAX_PATHS = 3;

function VersionButton({ version, isChosen, isCurrent, onChoose }: VersionButtonProps) {
  const styles = useStyles();
  const text = useMessages();
  const { changedPaths, changedBy, changedDateTime, enabled } = version;
  const rest = changedPaths.length - MAX_PATHS;
  const paths = changedPaths.slice(0, MAX_PATHS).join(', ');
  return (
    <Button
      appearance="subtle"
      aria-pressed={isChosen}
      className={mergeClasses(styles.version, isChosen && styles.chosen)}
      onClick={onChoose}
    >
      <span className={styles.first}>
        {text('templates.version', { version: version.version })}
        {isCurrent && <Badge appearance="tint">{text('templates.current')}</Badge>}
        {!enabled && (
          <Badge appearance="tint" color="warning">
            {text('templates.disabled')}
          </Badge>
        )}
      </span>
      <Caption1>
        {changedBy.displayName} · <Moment value={changedDateTime} />
      </Caption1>
      {paths !== '' && (
        <Caption1 className={styles.paths}>
          {rest > 0 ? text('templates.paths', { paths, count: rest }) : paths}
        </Caption1>
      )}
    </Button>
  );
}

interface VersionDetailsProps extends VersionsPanelProps {
  version: string;
  before: string | undefined;
}

function VersionDetails({ templateId, version, before, onRestore }: VersionDetailsProps) {
  const styles = useStyles();
  const text = useMessages();
  const shown = useVersion(templateId, version);
  const earlier = useVersion(templateId, before);
  const title =
    before === undefined
      ? text('templates.version', { version })
      : text('templates.difference', { before, version });
  return (
    <Section title={title}>
      <QueryView query={shown}>
        {(manifest) => (
          <>
            {onRestore !== undefined && (
              <div className={styles.actions}>
                <Button onClick={() => onRestore({ text: manifest.text, format: manifest.format })}>
                  {text('templates.action.restore')}
                </Button>
              </div>
            )}
            <Suspense fallback={<Spinner label={text('state.loading')} />}>
              {(before === undefined || earlier.data !== undefined) && (
                <ManifestDifference
                  label={title}
                  before={
                    earlier.data === undefined ? manifest.text : convert(earlier.data, manifest.format).text
                  }
                  after={manifest.text}
                  format={manifest.format}
                />
              )}
            </Suspense>
          </>
        )}
      </QueryView>
    </Section>
  );
}
