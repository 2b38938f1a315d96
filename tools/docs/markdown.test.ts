import { describe, expect, test } from 'vitest'
import { renderMarkdown } from './markdown.ts'
import { plainInline } from './markdown-inline.ts'

const render = (text: string) => renderMarkdown(text, (target) => target).html

describe('untrusted content of a page', () => {
  test('shows raw HTML as text', () => {
    expect(render('a <script>alert(1)</script> <img src=x onerror=y>')).toBe(
      '<p>a &lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x onerror=y&gt;</p>',
    )
    expect(render('<div onclick="x">\n\n- <b>')).toBe(
      '<p>&lt;div onclick=&quot;x&quot;&gt;</p>\n<ul>\n<li>&lt;b&gt;</li>\n</ul>',
    )
  })
  test('keeps links, code, and language names inside their markup', () => {
    expect(render('[a](x"onclick="y)')).toBe('<p><a href="x&quot;onclick=&quot;y">a</a></p>')
    expect(render('![a"b](x)')).toContain('alt="a&quot;b"')
    expect(render('```sh"><script>\n<b>\n```')).toBe('<pre tabindex="0"><code>&lt;b&gt;\n</code></pre>')
  })
  test('removes comments', () => {
    expect(render('<!-- Generated -->\n\n# A')).toBe('<h1 id="a">A</h1>')
  })
})

describe('blocks', () => {
  test('creates GitHub-style anchors for headings and numbers duplicates', () => {
    const { headings } = renderMarkdown('# A `b`: c\n## Same\n## Same\n## `x_y`, Z', (target) => target)
    expect(headings.map((each) => each.anchor)).toEqual(['a-b-c', 'same', 'same-1', 'x_y-z'])
  })
  test('ends a paragraph where another block starts', () => {
    expect(render('a\nb\n- c\n- d\n\ne')).toBe('<p>a\nb</p>\n<ul>\n<li>c</li>\n<li>d</li>\n</ul>\n<p>e</p>')
  })
  test('nests lists, long items, and code in items', () => {
    expect(render('1. a\n   b\n   - c\n2. d\n\n   ```sh\n   e\n   ```')).toBe(
      '<ol>\n<li><p>a\nb</p>\n<ul>\n<li>c</li>\n</ul></li>\n<li><p>d</p>\n<pre tabindex="0"><code class="language-sh">e\n</code></pre></li>\n</ol>',
    )
    expect(render('- a\nlazy\n  - b')).toBe('<ul>\n<li>a\nlazy\n<ul>\n<li>b</li>\n</ul></li>\n</ul>')
    expect(render('3. a')).toBe('<ol start="3">\n<li>a</li>\n</ol>')
  })
  test('ends a fence at its own mark and removes the indentation of the fence', () => {
    expect(render('````\n```\n````')).toBe('<pre tabindex="0"><code>```\n</code></pre>')
    expect(render('  ```\n    a\n  ```')).toBe('<pre tabindex="0"><code>  a\n</code></pre>')
  })
  test('reads tables with escaped bars, code, and missing cells', () => {
    const html = render('| a | b |\n|---|:-:|\n| `x \\| y` | 1 |\n| z |')
    expect(html).toContain('<td><code>x | y</code></td><td class="middle">1</td>')
    expect(html).toContain('<td>z</td><td class="middle"></td>')
  })
  test('reads quotes and rules', () => {
    expect(render('> a\n> b\n\n---')).toBe('<blockquote>\n<p>a\nb</p>\n</blockquote>\n<hr>')
  })
})

describe('inline elements', () => {
  test('reads emphasis, but not inside of words or alone', () => {
    expect(render('**a** *b* _c_ snake_case_name 2 * 3 * 4 **')).toBe(
      '<p><strong>a</strong> <em>b</em> <em>c</em> snake_case_name 2 * 3 * 4 **</p>',
    )
    expect(render('**a *b* c**')).toBe('<p><strong>a <em>b</em> c</strong></p>')
  })
  test('keeps marks inside of code', () => {
    expect(render('`**a** [b](c)` ``x`y``')).toBe('<p><code>**a** [b](c)</code> <code>x`y</code></p>')
  })
  test('reads links with code in the label, brackets, URLs in angle brackets, and escapes', () => {
    expect(render('[`a`](b.md#c) <https://example.com/?a&b> \\[x](y)')).toBe(
      '<p><a href="b.md#c"><code>a</code></a> <a href="https://example.com/?a&amp;b">https://example.com/?a&amp;b</a> [x](y)</p>',
    )
  })
  test('returns plain text for titles and the search', () => {
    expect(plainInline('`a` **b** [c](d) ![e](f) <g> & "h"')).toBe('a b c e <g> & "h"')
  })
})
