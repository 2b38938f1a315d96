import { MAPTILER_KEY } from '$env/static/private';

export async function load({ fetch }) {
	const response = await fetch(`https://api.maptiler.com/maps?key=${MAPTILER_KEY}`);
	return { maps: await response.json() };
}
