import { createRoot } from 'react-dom/client'

createRoot(document.getElementById('root')!).render(<p>{import.meta.env.VITE_API_BASE ?? '/api'}</p>)
