import { PUBLIC_SITE_TITLE } from '$env/static/public';
import { db } from '$lib/server/db';
import { entry } from '$lib/server/db/schema';

export async function load() {
	return { title: PUBLIC_SITE_TITLE, entries: await db.select().from(entry) };
}
