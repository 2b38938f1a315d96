import type { Crop } from '@harvest/types'
import { render } from 'solid-js/web'

const crops: Crop[] = await (await fetch(`${import.meta.env.VITE_API_ORIGIN}/crops`)).json()
render(() => <p>{crops.length}</p>, document.getElementById('root')!)
