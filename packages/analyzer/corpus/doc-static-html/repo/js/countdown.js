document.title += ` in ${Math.ceil((Date.parse('2026-08-01') - Date.now()) / 86400000)} days`
