/** Reads the XML of a store's response. */
import { parseXml, type XmlDocument, XmlElement } from '@rgrove/parse-xml'

export type Xml = XmlDocument | XmlElement

/** Returns null for text that isn't well-formed XML. */
export function readXml(text: string): Xml | null {
  try {
    // Some stores send blanks until a slow answer is ready.
    return parseXml(text.trimStart())
  } catch {
    return null
  }
}

/** Returns all elements with this name, at any depth and in order. */
export function elementsOf(xml: Xml | null, name: string): XmlElement[] {
  const found: XmlElement[] = []
  const rest = childrenOf(xml).reverse()
  for (let element = rest.pop(); element !== undefined; element = rest.pop()) {
    if (element.name === name) found.push(element)
    else rest.push(...childrenOf(element).reverse())
  }
  return found
}

/** Returns the text of the first element with this name. */
export function textOf(xml: Xml | null, name: string): string | null {
  return elementsOf(xml, name)[0]?.text ?? null
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function childrenOf(xml: Xml | null): XmlElement[] {
  return (xml?.children ?? []).filter((child) => child instanceof XmlElement)
}
