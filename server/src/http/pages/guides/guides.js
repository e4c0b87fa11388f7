/** The search of the guides, and their menu on a phone. Works below any path of a server, and from disk. */
const MOST = 12;
const root = document.currentScript.dataset.root;
const input = document.getElementById('search');
const list = document.getElementById('results');
const status = document.getElementById('status');
const menu = document.querySelector('.menu');
const navigation = document.querySelector('nav');

/** Loads the texts of all pages at the first search. */
let loading;
function load() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${root}search-index.js`;
    script.onload = () => resolve(globalThis.guides);
    script.onerror = reject;
    document.head.append(script);
  });
  return loading;
}

/** Returns the best entries that contain every word. Matches in headings and titles come first. */
function find(entries, words) {
  const scored = [];
  for (const [address, title, heading, text] of entries) {
    const [inTitle, inHeading, inText] = [title, heading, text].map((part) => part.toLowerCase());
    let score = 0;
    for (const word of words) {
      const points =
        (inTitle.includes(word) && 6) + (inHeading.includes(word) && 8) + (inText.includes(word) && 1);
      if (points === 0) {
        score = 0;
        break;
      }
      score += points;
    }
    if (score > 0) scored.push({ address, title, heading, text, score: heading === '' ? score + 2 : score });
  }
  return scored.sort((one, other) => other.score - one.score).slice(0, MOST);
}

/** Returns a part of the text around the first word, with the words marked. */
function excerpt(text, words) {
  const small = document.createElement('small');
  const at = Math.max(
    0,
    Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((index) => index >= 0)),
  );
  const start = Number.isFinite(at) ? Math.max(0, at - 40) : 0;
  const part = text.slice(start, start + 140);
  const lower = part.toLowerCase();
  let index = 0;
  while (index < part.length) {
    const found = words
      .map((word) => ({ word, at: lower.indexOf(word, index) }))
      .filter((each) => each.at >= 0)
      .sort((one, other) => one.at - other.at)[0];
    if (found === undefined) break;
    const mark = document.createElement('mark');
    mark.textContent = part.slice(found.at, found.at + found.word.length);
    small.append(part.slice(index, found.at), mark);
    index = found.at + found.word.length;
  }
  small.append(part.slice(index));
  return small;
}

let chosen = -1;
function choose(index) {
  const options = [...list.children];
  chosen = options.length === 0 ? -1 : (index + options.length) % options.length;
  for (const [position, option] of options.entries())
    option.setAttribute('aria-selected', position === chosen);
  if (chosen >= 0) {
    input.setAttribute('aria-activedescendant', options[chosen].id);
    options[chosen].scrollIntoView({ block: 'nearest' });
  } else input.removeAttribute('aria-activedescendant');
}

function close() {
  list.hidden = true;
  input.setAttribute('aria-expanded', 'false');
  choose(-1);
}

async function search() {
  const words = input.value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return close();
  const asked = input.value;
  const found = find(await load(), words);
  // The reader has changed the query during the load.
  if (asked !== input.value) return;
  list.replaceChildren(
    ...found.map(({ address, title, heading, text }, index) => {
      const option = document.createElement('li');
      option.id = `result-${index}`;
      option.role = 'option';
      const link = document.createElement('a');
      link.href = root + address;
      link.tabIndex = -1;
      link.append(heading === '' ? title : `${title} › ${heading}`, excerpt(text, words));
      option.append(link);
      return option;
    }),
  );
  status.textContent = found.length === 0 ? `Nothing found for “${asked}”.` : `${found.length} results`;
  status.classList.toggle('hidden', found.length > 0);
  list.hidden = found.length === 0;
  input.setAttribute('aria-expanded', String(found.length > 0));
  choose(found.length > 0 ? 0 : -1);
}

input.addEventListener('focus', load);
input.addEventListener('input', search);
input.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown') choose(chosen + 1);
  else if (event.key === 'ArrowUp') choose(chosen - 1);
  else if (event.key === 'Escape') close();
  else if (event.key === 'Enter') list.children[chosen]?.querySelector('a').click();
  else return;
  event.preventDefault();
});
document.addEventListener('keydown', (event) => {
  const isTyping = /^(input|textarea|select)$/i.test(document.activeElement?.tagName ?? '');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  input.focus();
});
document.addEventListener('click', (event) => {
  if (!event.target.closest('.search')) close();
});

/** On a phone, the list of guides is in a menu above the page. */
const isNarrow = matchMedia('(max-width: 48rem)');
const columns = navigation.parentElement;
const place = () => (isNarrow.matches ? menu.append(navigation) : columns.prepend(navigation));
isNarrow.addEventListener('change', place);
place();
