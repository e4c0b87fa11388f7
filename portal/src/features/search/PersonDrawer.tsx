import type { User } from '@charter/sdk';
import { Link } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { DetailsDrawer } from '../../components/DetailsDrawer.tsx';
import { Facts } from '../../components/Facts.tsx';

/** The fields of a person in the directory that everybody may read. */
export function PersonDrawer({ person, onClose }: { person: User; onClose: () => void }) {
  const text = useMessages();
  const { displayName, mail, jobTitle, department, companyName, city, country, userType } = person;
  const place = [city, country].filter(Boolean).join(', ');
  return (
    <DetailsDrawer title={displayName} onClose={onClose}>
      <Facts
        facts={[
          [
            text('person.mail'),
            mail && (
              <Link key="mail" href={`mailto:${mail}`}>
                {mail}
              </Link>
            ),
          ],
          [text('person.jobTitle'), jobTitle],
          [text('person.department'), department],
          [text('person.company'), companyName],
          [text('person.place'), place],
          [text('person.kind'), userType === 'Guest' && text('person.guest')],
        ]}
      />
    </DetailsDrawer>
  );
}
