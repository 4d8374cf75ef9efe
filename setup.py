"""The package as setuptools sees it: what it is stands in settings.ini, what goes in is found here."""
from configparser import ConfigParser
from pathlib import Path
from shutil import copyfile

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

SHIPPED = ('.ipynb', '.png', '.svg')

root = Path(__file__).parent
readme = root / 'README.md'
parser = ConfigParser(delimiters=['='], interpolation=None)
parser.read(root / 'settings.ini', encoding='utf-8')
config = parser['DEFAULT']


def lines(key):
    "The values of `key`, one a line in settings.ini."
    return [line.strip() for line in config[key].splitlines() if line.strip()]


class BuildWithNotebooks(build_py):
    "Puts the notebooks and their pictures into the wheel, so that `wrestling-nb lab` needs no repository."

    def notebooks(self):
        "Pairs of a file in the repository and its place in the package that is built."
        target = Path(self.build_lib) / config['lib_name'] / 'notebooks'
        for notebook in sorted((root / config['nbs_path']).rglob('*')):
            inside = notebook.relative_to(root / config['nbs_path'])
            if notebook.suffix in SHIPPED and not any(part.startswith(('.', '_')) for part in inside.parts):
                yield notebook, target / inside

    def run(self):
        super().run()
        if not self.editable_mode:
            for notebook, place in self.notebooks():
                place.parent.mkdir(parents=True, exist_ok=True)
                copyfile(notebook, place)

    def get_outputs(self, include_bytecode=1):
        outputs = super().get_outputs(include_bytecode)
        return outputs if self.editable_mode else outputs + [str(place) for _, place in self.notebooks()]


setup(
    version=config['version'],
    description=config['description'],
    long_description=readme.read_text(encoding='utf-8') if readme.exists() else config['description'],
    long_description_content_type='text/markdown',
    keywords=config['keywords'],
    license='Apache-2.0',
    author=config['author'],
    author_email=config['author_email'],
    classifiers=[
        'Development Status :: 3 - Alpha',
        f'Intended Audience :: {config["audience"]}',
        'Framework :: Jupyter',
        'Programming Language :: Python :: 3',
    ],
    packages=find_packages(include=[config['lib_path'], config['lib_path'] + '.*']),
    package_data={config['lib_name']: ['static/*', '*.toml', '*/*.toml', '*/*/*.toml', '*/*.bin', '*/*.json']},
    install_requires=lines('requirements'),
    extras_require={'dev': lines('dev_requirements') + lines('solve_requirements'), 'solve': lines('solve_requirements')},
    entry_points={
        'console_scripts': lines('console_scripts'),
        'nbdev': [f'{config["lib_name"]} = {config["lib_name"]}._modidx:d'],
    },
    cmdclass={'build_py': BuildWithNotebooks},
)
