const votes = await (await fetch('/api/votes')).json()
document.querySelector('#root')!.textContent = JSON.stringify(votes)
