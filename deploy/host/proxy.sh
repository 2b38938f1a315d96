# Configuration of the reverse proxy in front of Longshore, to be copied. It forwards every hostname, and terminates TLS or passes
# it through.

print_proxy_snippet() {
  local kind=${1:-} host listen domain
  require_installation
  listen=$(setting PROXY_HTTP_LISTEN)
  [[ -n $listen ]] || fail 4 'Longshore has ports 80 and 443 itself.' "It wasn't installed with --behind-proxy." \
    "Set PROXY_HTTP_LISTEN=127.0.0.1:8080 and PROXY_TRUSTED=127.0.0.1,::1 in $FOLDER/.env and run \"docker compose up -d\" there."
  host=$(host_of "$(setting PUBLIC_URL)")
  ! is_address "$host" || fail 4 "Longshore has the IP address $host and no hostname." 'A reverse proxy decides by hostname what it forwards.' \
    "Set PUBLIC_URL to a URL with a hostname in $FOLDER/.env and run \"docker compose up -d\" there."
  # apps.example.com, both for deploy.example.com and for example.com.
  if [[ $host == *.*.* ]]; then domain=apps.${host#*.}; else domain=apps.$host; fi
  case $kind in
    nginx) snippet_nginx "$host" "$domain" "$listen" ;;
    nginx-stream) snippet_nginx_stream "$host" "$domain" ;;
    caddy) snippet_caddy "$host" "$domain" "$listen" ;;
    traefik) snippet_traefik "$host" "$domain" "$listen" ;;
    cloudflared) snippet_cloudflared "$host" "$domain" "$listen" ;;
    *) fail 2 "There is no snippet for \"$kind\"." 'The script knows nginx, nginx-stream, caddy, traefik, and cloudflared.' 'Name one of them.' ;;
  esac
}

snippet_nginx() {
  cat <<TEXT
# /etc/nginx/conf.d/longshore.conf
map \$http_upgrade \$longshore_connection { default upgrade; '' ''; }

server {
    listen 80;
    listen [::]:80;
    # With your certificates, also: listen 443 ssl; ssl_certificate ...; ssl_certificate_key ...;
    server_name $1 $2 *.$2;

    client_max_body_size 0;
    location / {
        proxy_pass http://$3;
        proxy_http_version 1.1;
        proxy_set_header Host \$host;
        proxy_set_header X-Forwarded-For \$proxy_add_x_forwarded_for;
        proxy_set_header X-Forwarded-Proto \$scheme;
        proxy_set_header Upgrade \$http_upgrade;
        proxy_set_header Connection \$longshore_connection;
        proxy_request_buffering off;
        proxy_buffering off;
        proxy_read_timeout 1h;
    }
}
TEXT
}

snippet_nginx_stream() {
  local secure
  secure=$(setting PROXY_HTTPS_LISTEN)
  [[ -n $secure ]] || fail 4 "Longshore doesn't get TLS connections." 'PROXY_HTTPS_LISTEN is not set.' \
    'Run the install script again with --behind-proxy --proxy-tls-listen 127.0.0.1:8443.'
  cat <<TEXT
# For the end of /etc/nginx/nginx.conf. Your own websites listen on another port, with: listen 127.0.0.1:4443 ssl proxy_protocol;
stream {
    map \$ssl_preread_server_name \$longshore_tls {
        hostnames;
        $1 $secure;
        *.$2 $secure;
        default 127.0.0.1:4443;
    }
    server {
        listen 443;
        listen [::]:443;
        ssl_preread on;
        proxy_protocol on;
        proxy_connect_timeout 5s;
        proxy_timeout 1h;
        proxy_pass \$longshore_tls;
    }
}
TEXT
}

snippet_caddy() {
  cat <<TEXT
# Caddyfile. Caddy gets the certificates; the wildcard needs a DNS challenge, so list your apps by name without one.
$1, *.$2 {
    reverse_proxy $3 {
        flush_interval -1
    }
}
TEXT
}

snippet_traefik() {
  cat <<TEXT
# Dynamic configuration of Traefik's file provider. Use your own entry point and certificate resolver.
http:
  routers:
    longshore:
      rule: "Host(\`$1\`) || HostRegexp(\`^[a-z0-9-]+\\\\.${2//./\\\\.}\$\`)"
      entryPoints: [websecure]
      service: longshore
      tls: { certResolver: default }
  services:
    longshore:
      loadBalancer:
        passHostHeader: true
        responseForwarding: { flushInterval: -1ms }
        servers:
          - url: http://$3
TEXT
}

snippet_cloudflared() {
  cat <<TEXT
# config.yml of cloudflared. The tunnel sends the client's IP address in X-Forwarded-For.
ingress:
  - hostname: $1
    service: http://$3
  - hostname: "*.$2"
    service: http://$3
  - service: http_status:404
TEXT
}
