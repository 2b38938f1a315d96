// Importing the schema here makes a build fail early when a variable is missing.
import "./src/env.js";

/** @type {import("next").NextConfig} */
const config = {};

export default config;
