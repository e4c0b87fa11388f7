import { Body1, Button, Field, Input, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { type FormEvent, useState } from 'react';
import { toDataUri } from '../../base/data-uri.ts';
import { type MessageId, useMessages } from '../../base/messages.ts';
import { isColor } from '../../components/accent-theme.ts';
import { ConflictBar, isConflict } from '../../components/ConflictBar.tsx';
import { notify } from '../../components/notice-list.ts';
import { Page } from '../../components/Page.tsx';
import { Problem, SlowNotice } from '../../components/Problem.tsx';
import { problemsOf } from '../../components/problems.ts';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { useIsSlow } from '../../components/use-is-slow.ts';
import { useLastingState } from '../../components/use-lasting-state.ts';
import { PermissionGate } from '../me/PermissionGate.tsx';
import { LogoField } from './LogoField.tsx';
import { Preview } from './Preview.tsx';
import {
  type BrandingField,
  type OrganizationBranding,
  useOrganizationBranding,
  useSaveBranding,
} from './queries.ts';
import { useLogo } from './use-branding.ts';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(340px, 100%), 1fr))',
    alignItems: 'start',
    minWidth: 0,
  },
  fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalL },
  color: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: tokens.spacingHorizontalS,
  },
  text: { minWidth: 0 },
  picker: {
    width: '44px',
    height: '32px',
    padding: '2px',
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  save: { justifySelf: 'start', minHeight: '44px' },
});

/** Name, logo, colour and links of the organisation, with a preview. */
export function OrganizationPage() {
  const text = useMessages();
  const query = useOrganizationBranding();
  return (
    <Page title={text('organization.title')}>
      <PermissionGate operation="updateOrganizationBranding">
        <Body1>{text('organization.intro')}</Body1>
        <QueryView query={query}>
          {(branding) => (
            <BrandingForm branding={branding} load={async () => (await query.refetch()).data ?? branding} />
          )}
        </QueryView>
      </PermissionGate>
    </Page>
  );
}

type Draft = Record<BrandingField, string> & { revision: number };

const draftOf = (branding: OrganizationBranding): Draft => ({
  displayName: branding.displayName ?? '',
  accentColor: branding.accentColor ?? '',
  helpUrl: branding.helpUrl ?? '',
  namingRulesUrl: branding.namingRulesUrl ?? '',
  supportContact: branding.supportContact ?? '',
  revision: branding.revision,
});

function useBrandingForm(branding: OrganizationBranding, load: () => Promise<OrganizationBranding>) {
  const text = useMessages();
  // The revision is the one that the draft is based on: with a later one, a save would overwrite another change.
  const [draft, setDraft] = useLastingState('organization', () => draftOf(branding));
  const [logo, setLogo] = useState<{ file: File; uri: string } | null>();
  const stored = useLogo(branding);
  const save = useSaveBranding();
  const change = (fields: Partial<Draft>) => setDraft((last) => ({ ...last, ...fields }));
  const sendOver = (base: number) => {
    const { revision: _, ...fields } = draft;
    save.mutate(
      {
        fields,
        logo: logo === null ? null : logo?.file,
        revision: base,
        onRevision: (revision) => change({ revision }),
      },
      {
        onSuccess: () => {
          setLogo(undefined);
          notify(text('organization.saved'));
        },
      },
    );
  };
  return {
    draft,
    change,
    chooseLogo: async (file: File | null) => setLogo(file && { file, uri: await toDataUri(file) }),
    save,
    shownLogo: logo === undefined ? stored : logo?.uri,
    hasLogo: logo === undefined ? branding.logo !== undefined : logo !== null,
    send(event: FormEvent) {
      event.preventDefault();
      if (!save.isPending) sendOver(draft.revision);
    },
    saveMine: () => void load().then(({ revision }) => sendOver(revision)),
    takeTheirs: () =>
      void load().then((theirs) => {
        setDraft(draftOf(theirs));
        setLogo(undefined);
        save.reset();
      }),
  };
}

interface TextField {
  field: BrandingField;
  label: MessageId;
  hint: MessageId;
  most: number;
}

const LINKS: readonly TextField[] = [
  { field: 'helpUrl', label: 'organization.helpUrl', hint: 'organization.helpUrl.hint', most: 2048 },
  { field: 'namingRulesUrl', label: 'nav.help.names', hint: 'organization.namingRulesUrl.hint', most: 2048 },
  { field: 'supportContact', label: 'organization.contact', hint: 'organization.contact.hint', most: 200 },
];

interface BrandingFormProps {
  branding: OrganizationBranding;
  /** Reloads the branding. */
  load: () => Promise<OrganizationBranding>;
}

function BrandingForm({ branding, load }: BrandingFormProps) {
  const styles = useStyles();
  const text = useMessages();
  const { draft, change, chooseLogo, save, shownLogo, hasLogo, send, saveMine, takeTheirs } = useBrandingForm(
    branding,
    load,
  );
  const isSlow = useIsSlow(save.isPending);
  const problemAt = problemsOf(save.error);
  const field = ({ field, label, hint, most }: TextField) => (
    <Field key={field} label={text(label)} hint={text(hint)} {...problemAt(field)}>
      <Input
        value={draft[field]}
        maxLength={most}
        onChange={(_event, { value }) => change({ [field]: value })}
      />
    </Field>
  );
  return (
    <form className={styles.columns} onSubmit={send} noValidate>
      <Section title={text('organization.settings')}>
        <div className={styles.fields}>
          {field({
            field: 'displayName',
            label: 'organization.name',
            hint: 'organization.name.hint',
            most: 100,
          })}
          <LogoField isSet={hasLogo} onChange={(file) => void chooseLogo(file)} />
          <Field
            label={text('organization.color')}
            hint={text('organization.color.hint')}
            {...problemAt('accentColor')}
          >
            {(control) => (
              <div className={styles.color}>
                <Input
                  {...control}
                  className={styles.text}
                  value={draft.accentColor}
                  maxLength={7}
                  onChange={(_event, { value }) => change({ accentColor: value })}
                />
                <input
                  type="color"
                  className={styles.picker}
                  aria-label={text('organization.color.pick')}
                  value={isColor(draft.accentColor) ? draft.accentColor.toLowerCase() : '#0f6cbd'}
                  onChange={({ target }) => change({ accentColor: target.value.toUpperCase() })}
                />
              </div>
            )}
          </Field>
          {LINKS.map(field)}
          {isConflict(save.error) ? (
            <ConflictBar onSaveMine={saveMine} onTakeTheirs={takeTheirs} />
          ) : (
            save.error !== null && <Problem error={save.error} />
          )}
          {isSlow && <SlowNotice />}
          <Button className={styles.save} appearance="primary" type="submit">
            {save.isPending ? (
              <Spinner size="tiny" appearance="inverted" label={text('action.save')} />
            ) : (
              text('action.save')
            )}
          </Button>
        </div>
      </Section>
      <Section title={text('organization.preview')}>
        <Preview name={draft.displayName} color={draft.accentColor} logo={shownLogo} />
      </Section>
    </form>
  );
}
