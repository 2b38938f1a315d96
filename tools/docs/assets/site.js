/** The search. Everything else of the site works without a script. */
const input = document.querySelector('#search')
const found = document.querySelector('#found')
const siteTop = document.body.dataset.top
const maxShown = 12
const excerptLength = 140
let loading

input.addEventListener('focus', load, { once: true })
input.addEventListener('input', show)
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement
  if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault()
    input.focus()
  }
  if (event.key === 'Escape' && !found.hidden) close()
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event)
})
document.addEventListener('click', (event) => {
  if (!event.target.closest('.search')) found.hidden = true
})

function load() {
  loading ??= fetch(`${siteTop}search.json`)
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(String(answer.status)))))
    .then((entries) => entries.map((entry) => ({ ...entry, lower: lowerOf(entry) })))
  return loading
}

function lowerOf({ page, heading, text }) {
  return { page: page.toLowerCase(), heading: heading.toLowerCase(), text: text.toLowerCase() }
}

async function show() {
  const asked = input.value
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return close()
  const entries = await load().catch(() => null)
  // The user has typed more in the meantime.
  if (input.value !== asked) return
  found.replaceChildren(...(entries === null ? [note('The search could not be loaded.')] : results(entries, words)))
  found.hidden = false
}

function results(entries, words) {
  const best = entries
    .map((entry) => ({ entry, score: scoreOf(entry.lower, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxShown)
  return best.length === 0 ? [note('Nothing found.')] : best.map(({ entry }) => linkOf(entry, words))
}

/** Every word has to match; the score depends on where it matches. */
function scoreOf({ page, heading, text }, words) {
  let sum = 0
  for (const word of words) {
    const inTitle = heading === '' && page.includes(word) ? 12 : page.includes(word) ? 4 : 0
    const score = inTitle + (heading.includes(word) ? 8 : 0) + (text.includes(word) ? 1 : 0)
    if (score === 0) return 0
    sum += score
  }
  return sum
}

function linkOf(entry, words) {
  const link = document.createElement('a')
  link.href = siteTop + entry.url
  link.textContent = entry.heading === '' ? entry.page : `${entry.page} › ${entry.heading}`
  const excerpt = document.createElement('small')
  excerpt.textContent = excerptOf(entry, words[0])
  link.append(excerpt)
  // A link within this page loads no new page, so the list has to be closed.
  link.addEventListener('click', close)
  return link
}

/** Returns the text around the first match, starting at a whole word. */
function excerptOf({ text, lower }, word) {
  const wanted = Math.max(0, lower.text.indexOf(word) - excerptLength / 3)
  const begin = wanted === 0 ? 0 : text.lastIndexOf(' ', wanted) + 1
  const end = begin + excerptLength
  return `${begin > 0 ? '… ' : ''}${text.slice(begin, end)}${end < text.length ? ' …' : ''}`
}

function note(text) {
  const line = document.createElement('p')
  line.textContent = text
  return line
}

function move(event) {
  const links = [...found.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement)
  if (found.hidden || links.length === 0 || (at === -1 && document.activeElement !== input)) return
  event.preventDefault()
  const next = at + (event.key === 'ArrowDown' ? 1 : -1)
  if (next < 0) input.focus()
  else links[Math.min(next, links.length - 1)].focus()
}

function close() {
  found.hidden = true
  found.replaceChildren()
}
