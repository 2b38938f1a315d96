/** Starts the dashboard. */
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import './main.css'

// Dialogs lock scrolling with a style element, which the content security policy accepts only with this nonce.
const nonce = document.querySelector<HTMLElement>('meta[property=csp-nonce]')?.nonce
if (nonce !== undefined) setNonce(nonce)

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
