import {
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuItemLink,
  MenuItemRadio,
  MenuList,
  MenuPopover,
} from '@fluentui/react-components';
import { useRouter } from '@tanstack/react-router';
import { LANGUAGES, useMessages } from '../base/messages.ts';
import { COLOURS, readPreferences, savePreferences } from '../base/preferences.ts';
import { useBranding } from '../features/organization/use-branding.ts';
import type { Session } from '../sign-in/session.ts';

/** Value of the choice of the browser's language. */
const OF_BROWSER = 'browser';

/** Numbers of the tasks that wait for the person. */
export interface PendingTasks {
  approvals: number;
  renewals: number;
  /** Requests to own a team. */
  requests: number;
  /** Requests to join the person's teams. */
  joining: number;
  /** Reviews of the person's teams. */
  reviews: number;
}

interface AccountMenuProps {
  waiting: PendingTasks;
  isOpen: boolean;
  label: string;
  /** The button that the menu belongs to. */
  target: HTMLElement | null;
  /** Absent inside Microsoft Teams, which has its own language, theme and sign-out. */
  signOut: Session['signOut'];
  onClose: () => void;
}

/** The account menu: pending tasks of the person, their requests, and the language and colours of the portal. */
export function AccountMenu({ waiting, isOpen, label, target, signOut, onClose }: AccountMenuProps) {
  const text = useMessages();
  const { approvals, renewals, requests, joining, reviews } = waiting;
  const { language, colours } = readPreferences();
  const choose = (name: string, [value]: readonly string[]) => {
    if (name === 'colours') savePreferences({ colours: COLOURS.find((each) => each === value) ?? 'system' });
    if (name !== 'language' || value === (language ?? OF_BROWSER)) return;
    savePreferences({ language: value === OF_BROWSER ? undefined : value });
    // A reload also changes the texts from the service. Drafts survive it.
    location.reload();
  };
  return (
    <Menu
      // Within the header, so that screen readers find the menu in a region of the page.
      inline
      open={isOpen}
      onOpenChange={(_event, { open }) => open || onClose()}
      positioning={{ target, position: 'above', align: 'start', strategy: 'fixed' }}
      checkedValues={{ language: [language ?? OF_BROWSER], colours: [colours] }}
      onCheckedValueChange={(_event, { name, checkedItems }) => choose(name, checkedItems)}
    >
      <MenuPopover>
        <MenuList aria-label={label}>
          {approvals > 0 && (
            <PageItem to="/approvals">{text('nav.account.waiting.approvals', { count: approvals })}</PageItem>
          )}
          {renewals > 0 && (
            <PageItem to="/">{text('nav.account.waiting.renewals', { count: renewals })}</PageItem>
          )}
          {requests > 0 && (
            <PageItem to="/owner-requests">
              {text('nav.account.waiting.requests', { count: requests })}
            </PageItem>
          )}
          {joining > 0 && (
            <PageItem to="/join-requests">{text('nav.account.waiting.joining', { count: joining })}</PageItem>
          )}
          {reviews > 0 && (
            <PageItem to="/reviews">{text('nav.account.waiting.reviews', { count: reviews })}</PageItem>
          )}
          <PageItem to="/jobs">{text('nav.account.requests')}</PageItem>
          <Help />
          {signOut !== undefined && (
            <>
              <MenuDivider />
              <MenuGroup>
                <MenuGroupHeader>{text('nav.account.language')}</MenuGroupHeader>
                <MenuItemRadio name="language" value={OF_BROWSER}>
                  {text('nav.account.language.browser')}
                </MenuItemRadio>
                {LANGUAGES.map((tag) => (
                  <MenuItemRadio key={tag} name="language" value={tag} lang={tag}>
                    {nameOf(tag)}
                  </MenuItemRadio>
                ))}
              </MenuGroup>
              <MenuDivider />
              <MenuGroup>
                <MenuGroupHeader>{text('nav.account.colours')}</MenuGroupHeader>
                {COLOURS.map((each) => (
                  <MenuItemRadio key={each} name="colours" value={each}>
                    {text(`nav.account.colours.${each}`)}
                  </MenuItemRadio>
                ))}
              </MenuGroup>
              <MenuDivider />
              <MenuItem onClick={() => void signOut()}>{text('signIn.out')}</MenuItem>
            </>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

/** Links to the organisation's help page, naming rules and contact. */
function Help() {
  const text = useMessages();
  const { helpUrl, namingRulesUrl, supportContact } = useBranding();
  const links = [
    { href: helpUrl, label: text('nav.help.page') },
    { href: namingRulesUrl, label: text('nav.help.names') },
  ].filter(({ href }) => href !== undefined);
  if (links.length === 0 && supportContact === undefined) return null;
  return (
    <>
      <MenuDivider />
      <MenuGroup>
        <MenuGroupHeader>
          {supportContact === undefined
            ? text('nav.help')
            : text('nav.help.contact', { contact: supportContact })}
        </MenuGroupHeader>
        {links.map(({ href = '', label }) => (
          <MenuItemLink key={label} href={href} target="_blank" rel="noreferrer">
            {label}
          </MenuItemLink>
        ))}
      </MenuGroup>
    </>
  );
}

/** Returns the name of the language in that language. */
const nameOf = (tag: string): string => {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
};

function PageItem({ to, children }: { to: string; children: string }) {
  const router = useRouter();
  return <MenuItem onClick={() => void router.navigate({ to: to as '/' })}>{children}</MenuItem>;
}
