var builder = WebApplication.CreateBuilder(args);

builder.Services.AddEndpointsApiExplorer();
builder.Services.AddHealthChecks();
builder.Services.AddDbContext<Db>(o => o.UseNpgsql(builder.Configuration.GetConnectionString("Default")));

var key = Environment.GetEnvironmentVariable("JWT_SIGNING_KEY") ?? throw new InvalidOperationException("JWT_SIGNING_KEY");

var app = builder.Build();

app.MapHealthChecks("/healthz");
app.MapGet("/weatherforecast", () => "sunny");

app.Run();
