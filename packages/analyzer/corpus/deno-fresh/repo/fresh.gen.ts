export default { routes: {}, islands: {}, baseUrl: import.meta.url }
