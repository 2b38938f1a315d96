/** Words from well-known password lists, grouped by how they count. */

/** A password of one to three of these words plus decoration is guessed early. */
export const commonWords = parseWordList(`
password passwort passord motdepasse contrasena contraseña senha parola wachtwoord salasana lozinka heslo haslo passphrase passcode pass
welcome willkommen bienvenue bienvenido letmein login logon signin access admin administrator root user username guest master
secret private default changeme change public system server service computer internet network windows linux ubuntu debian
docker google facebook twitter instagram youtube amazon apple android samsung microsoft github gitlab netflix nintendo
iloveyou love loveme lover loveyou baby babygirl princess prince queen king angel angels sunshine sunflower flower rainbow
football baseball basketball soccer hockey tennis golf golfer volleyball superman batman spiderman
ironman wolverine starwars startrek pokemon pikachu naruto gandalf hobbit matrix neo trinity morpheus dragon monkey tiger tigers tigger lion
eagle eagles falcon phoenix panther shadow ninja samurai hunter killer soldier warrior ranger rangers mustang ferrari porsche
mercedes toyota corvette camaro harley yamaha honda yankees cowboys cowboy lakers steelers raiders redsox liverpool chelsea
arsenal barcelona realmadrid juventus manchester united celtic rangers london paris berlin madrid moscow boston dallas austin chicago
michael jordan jennifer jessica ashley amanda daniel andrew joshua matthew robert thomas william anthony charlie nicole
michelle hannah maggie buster ginger pepper cookie chocolate banana orange purple yellow silver golden diamond cheese coffee pizza
hello helloworld world trustno test testing tester temp temporary sample demo example foobar foo bar freedom whatever nothing
something everything forever family friend friends jesus christ heaven please blink hacker crypto bitcoin money dollar million
lucky happy smile crazy cool awesome super mega ultra best company office work home house garden school student teacher
doctor police market business manager director support george martin heather merlin hammer justin bailey patrick scooter
richard samantha bigdog guitar jackson mickey chicken sparky snoopy maverick peanut morgan andrea smokey joseph dakota melissa
boomer booboo spider nascar monster gateway marina diablo bulldog hardcore junior iceman miller brandon chester mother father
johnny edward oliver player nikita knight fender barney midnight brandy badboy slayer charles rabbit wizard jasper enter rachel
chris steven winner adidas victoria natasha jasmine marine fishing cocacola casper james marlboro crystal apollo alexander
alexis elizabeth christopher nicholas benjamin jonathan stephanie lauren taylor brian kevin david peter paul john mark lucas
maria sophie carlos juan jose antonio francisco alejandro roberto fernando gabriel rafael santiago sebastian valentina hallo
hola bonjour ciao privet schatz sommer frühling herbst fussball deutschland france espana italia brasil mexico america canada
australia england scotland ireland poland russia ukraine turkey india pakistan china japan korea thunder lightning storm winner
biteme fuckyou fuckme asshole bitch pussy sexy sexybabe hottie playboy iloveu iloveme mylove teamo tequiero jetaime amor
mommy daddy mama papa sister brother lovely sweety honey sugar candy kitty hellokitty puppy doggy dolphin turtle butterfly
ladybug tinkerbell cinderella mickeymouse winnie scooby scoobydoo garfield simpsons southpark metallica nirvana slipknot eminem
blessed faith hope grace glory jesuschrist godisgood trustgod church bible security secure safe safety first letme password
solo quickbrownfox thequickbrownfox somuch verymuch longshore deploy deployment production staging development localhost backup database postgres mysql redis kubernetes terraform
`)

/** A series of these words doesn't count as a passphrase, however long it is. */
export const countingWords = parseWordList(`
one two three four five six seven eight nine ten eleven twelve first second third summer winter spring autumn monday tuesday wednesday thursday friday
saturday sunday january february march april may june july august september october november december red green blue black
white abc abcd abcde abcdef xyz qwe asd zxc rty fgh vbn uio jkl iop bnm qaz wsx edc rfv tgb yhn ujm zaq xsw cde wer sdf xcv
you the and for yes
`)

/** Keyboard and alphabet sequences: rows, columns, the number pad, and the alphabet. */
export const walks = [
  'qwertyuiopasdfghjklzxcvbnm', 'qwertzuiopasdfghjklyxcvbnm', 'azertyuiopqsdfghjklmwxcvbn', 'qwertyuiopüasdfghjklöä', '12345678901234567890',
  'abcdefghijklmnopqrstuvwxyz', 'aabbccddeeffgghhiijjkkll', '112233445566778899001122', '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p', 'qazwsxedcrfvtgbyhnujmikolp',
  'zaq12wsxcde34rfvbgt56yhnmju78ik', '1q2w3e4r5t6y7u8i9o0p', 'q1w2e3r4t5y6u7i8o9p0', 'a1b2c3d4e5f6g7h8i9j0', '1a2b3c4d5e6f7g8h9i0j', '1a2s3d4f5g6h7j8k9l', 'a1s2d3f4g5h6j7k8l9',
  'qawsedrftgyhujikolp', 'poiuytrewqlkjhgfdsamnbvcxz', '147258369', '159753', '741852963', '789456123', '13579', '24680',
] // biome-ignore format: a list

function parseWordList(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''))
}
