import { env } from '$env/dynamic/private';
import { drizzle } from 'drizzle-orm/mysql2';
import mysql from 'mysql2/promise';

if (!env.DATABASE_URL) throw new Error('DATABASE_URL is not set');

export const db = drizzle(mysql.createPool(env.DATABASE_URL));
